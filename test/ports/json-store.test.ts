import fs from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let place: string;
const lines: string[] = [];
const log = { info() {}, error() {}, warn: (message: string) => void lines.push(message) };

beforeEach(async () => {
  place = await makeScratch("skyferry-store-");
  lines.length = 0;
});
afterEach(() => rm(place, { recursive: true, force: true }));

it("keeps one piece of data for the next run, readable by its owner alone", async () => {
  const file = join(place, "notices.json");
  expect(await createJsonStore(file, log).read()).toBeNull();
  await createJsonStore(file, log).write({ form: 1, seen: { "files:refused": { firstMs: 3 } } });
  await createJsonStore(file, log).write({ form: 1, seen: {} });
  expect(await createJsonStore(file, log).read()).toEqual({ form: 1, seen: {} });
  if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(lines).toEqual([]);
});

it("starts again where the file is damaged", async () => {
  const file = join(place, "notices.json");
  await writeFile(file, '{"form":');
  const store = createJsonStore(file, log);
  expect(await store.read()).toBeNull();
  await store.write({ form: 2 });
  expect(await store.read()).toEqual({ form: 2 });
  expect(lines).toEqual([]);
});

it("keeps what was written before where the disk is full", async () => {
  const file = join(place, "known.json");
  const store = createJsonStore(file, log);
  await store.write({ form: 1 });
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const writes = vi.spyOn(fs, "writeFileSync").mockImplementation(() => {
    throw full;
  });
  await store.write({ form: 2 });
  expect(await store.read()).toEqual({ form: 1 });
  expect(lines).toHaveLength(1);
  writes.mockRestore();
  await store.write({ form: 3 });
  expect(await store.read()).toEqual({ form: 3 });
});

it("never rejects, and says once that it cannot be kept", async () => {
  const file = join(place, "folder");
  await mkdir(file);
  const store = createJsonStore(file, log);
  expect(await store.read()).toBeNull();
  await store.write({ form: 1 });
  await store.write({ form: 2 });
  expect(lines).toHaveLength(1);
});
