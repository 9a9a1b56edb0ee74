import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installedService, serviceMark } from "#compose/installed-service.ts";
import { dataFolderOfUser } from "#compose/user-data-folder.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

const service = { dataFolder: "/srv/station", user: "ann", flags: [] };
const unit = Buffer.from(`# ${serviceMark(service)}\n[Unit]\n`);
const reading = (file: string, bytes: Buffer) => (asked: string) => {
  if (path.normalize(asked) === path.normalize(file)) return bytes;
  throw new Error("ENOENT");
};

// Windows writes these paths with its own separators.
test.skipIf(process.platform === "win32").each([
  ["/etc/systemd/system/skyferry.service", "system", false],
  ["/usr/lib/systemd/system/skyferry.service", "system", true],
  ["/home/ann/.config/systemd/user/skyferry.service", "user", false],
])("on Linux the service in %s is found", (file, scope, isPackaged) => {
  const found = installedService("linux", {}, "/home/ann", reading(file, unit));
  expect(found).toEqual({ ...service, scope, isPackaged, file: path.normalize(file) });
});

test("the Task Scheduler keeps UTF-16", () => {
  const file = "C:\\Windows\\System32\\Tasks\\Skyferry";
  const task = Buffer.from(
    `\ufeff<?xml version="1.0"?>\n<Task><Data>${serviceMark(service)}</Data></Task>`,
    "utf16le",
  );
  const found = installedService("win32", {}, "C:\\Users\\ann", (asked) => reading(file, task)(asked));
  expect(found).toMatchObject(service);
});

test("a unit that says nothing of Skyferry is none", () => {
  const read = reading(
    "/etc/systemd/system/skyferry.service",
    Buffer.from("[Service]\nExecStart=/bin/true\n"),
  );
  expect(installedService("linux", {}, "/home/ann", read)).toBeNull();
});

let home: string;
beforeEach(async () => {
  home = await makeScratch("skyferry-home-");
});
afterEach(() => rm(home, { recursive: true, force: true }));

const folderOf = (asker: Parameters<typeof dataFolderOfUser>[3]) =>
  dataFolderOfUser("linux", {}, home, asker);
const usual = () => path.join(home, ".config/Skyferry");
const former = () => path.join(home, ".local/share/skyferry");

async function stationIn(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "ledger.sqlite"), "");
}

test("without a station it is the service's folder, else the usual place", () => {
  expect(folderOf({ ofService: "/srv/station" }).folder).toBe("/srv/station");
  expect(folderOf({ ofService: null }).folder).toBe(usual());
});

test("a station of this account is never left for a service's", async () => {
  await stationIn(former());
  expect(folderOf({ ofService: "/srv/station" })).toEqual({ folder: former(), others: [] });
});

test("with a station in each place, window and service go on with what each has used", async () => {
  await stationIn(usual());
  await stationIn(former());
  expect(folderOf({ ofService: null })).toEqual({ folder: usual(), others: [former()] });
  expect(folderOf({ ofService: null, isService: true })).toEqual({ folder: former(), others: [usual()] });
});
