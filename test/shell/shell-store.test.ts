import { EventEmitter } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openShellStore } from "#main/shell-store.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { fakeStore } from "#test/support/fake-electron/fake-store.ts";

let folder: string;
let ipcMain: EventEmitter;
beforeEach(async () => {
  folder = await makeScratch("skyferry-shell-store-");
  ipcMain = new EventEmitter();
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "shell.json");
const open = () => openShellStore(fakeStore(ipcMain) as never, ipcMain as never, folder);

test("what was written is there at the next start, in the bytes of earlier versions, for its owner alone", () => {
  const window = { bounds: { x: 1 }, isMaximised: false };
  const memory = open();
  memory.write("window", window);
  memory.write("secrets", { account: "sealed" });
  const text = JSON.stringify({ window, secrets: { account: "sealed" } }, null, "\t");
  expect(readFileSync(file(), "utf8")).toBe(text);
  if (process.platform !== "win32") expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(open().read("window")).toEqual(window);
});

test("a shell.json of an earlier version is read, and keeps what this one does not know", () => {
  writeFileSync(
    file(),
    '{\n\t"window": 1,\n\t"updates": { "url": "https://a.example/" },\n\t"later": true\n}',
  );
  const memory = open();
  expect([memory.read("window"), memory.read("updates")]).toEqual([1, { url: "https://a.example/" }]);
  memory.write("window", 2);
  expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({
    window: 2,
    updates: { url: "https://a.example/" },
    later: true,
  });
});

test.each(["", "{", "[1]", "null"])(
  "one that is damaged (%j) is started again, at the first write",
  (text) => {
    writeFileSync(file(), text);
    const memory = open();
    expect(memory.read("window")).toBe(undefined);
    memory.write("window", 1);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ window: 1 });
  },
);

test("opening and reading writes nothing", () => {
  expect(open().read("window")).toBe(undefined);
  expect(existsSync(file())).toBe(false);
  writeFileSync(file(), '{"window":1}');
  open().read("window");
  expect(readFileSync(file(), "utf8")).toBe('{"window":1}');
});

test("no page is answered that asks where the data is", () => {
  open();
  expect(ipcMain.listenerCount("electron-store-get-data")).toBe(0);
});
