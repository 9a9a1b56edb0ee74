import * as fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ledgerFolder, stagedRestore } from "#adapters/ledger/folder.ts";
import { placeStaged, type StagingDisk } from "#adapters/ledger/staged-restore.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-staged-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const restored = {
  "ledger.sqlite": "restored",
  "settings.json": "restored",
  "restored.json": "restored",
  "added/radar/a.nc": "restored",
};

/** The empty station as it was left by a kill, and a staged one beside it. */
function makeFolder(): void {
  write(folder, {
    "ledger.sqlite": "empty",
    "ledger.sqlite-wal": "empty",
    "ledger.mark.json": "empty",
    "settings.json": "empty",
    "added/.received/piece": "empty",
    "logs/skyferry.log": "log",
  });
  write(stagedRestore(folder), restored);
}

function write(top: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(top, name)), { recursive: true });
    fs.writeFileSync(path.join(top, name), text);
  }
}

function filesIn(top: string): Record<string, string> {
  const entries = fs.readdirSync(top, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const files = entries.map(({ parentPath, name }) => path.join(parentPath, name));
  return Object.fromEntries(
    files.map((file) => [path.relative(top, file).replaceAll(path.sep, "/"), fs.readFileSync(file, "utf8")]),
  );
}

/** A disk on which the process is ended behind so many changes. */
function endingAfter(changes: number): StagingDisk & { readonly made: () => number } {
  let made = 0;
  const counting =
    <A extends unknown[], R>(change: (...given: A) => R) =>
    (...given: A): R => {
      if (made === changes) throw new Error("killed");
      made += 1;
      return change(...given);
    };
  return {
    existsSync: fs.existsSync,
    readdirSync: fs.readdirSync,
    mkdirSync: counting(fs.mkdirSync) as typeof fs.mkdirSync,
    renameSync: counting(fs.renameSync),
    rmdirSync: counting(fs.rmdirSync) as typeof fs.rmdirSync,
    rmSync: counting(fs.rmSync),
    made: () => made,
  };
}

it("has the whole restored station in its place after a kill at any moment, and loses nothing of the other", () => {
  makeFolder();
  const whole = endingAfter(Number.POSITIVE_INFINITY);
  expect(placeStaged(ledgerFolder(folder), whole)).toBeNull();
  const end = filesIn(folder);
  const replaced = {
    "replaced/ledger.sqlite": "empty",
    "replaced/ledger.sqlite-wal": "empty",
    "replaced/ledger.mark.json": "empty",
    "replaced/settings.json": "empty",
    "replaced/added/.received/piece": "empty",
  };
  expect(end).toEqual({ ...restored, ...replaced, "logs/skyferry.log": "log" });

  for (let changes = 0; changes < whole.made(); changes++) {
    fs.rmSync(folder, { recursive: true });
    makeFolder();
    expect(placeStaged(ledgerFolder(folder), endingAfter(changes))).toMatch(/cannot be moved to its place/);
    // As long as it has its name, nobody opens what is only half there.
    expect(fs.existsSync(stagedRestore(folder)), `after ${changes} changes`).toBe(true);
    // The next start is killed, too.
    placeStaged(ledgerFolder(folder), endingAfter(1));
    expect(placeStaged(ledgerFolder(folder))).toBeNull();
    expect(filesIn(folder), `after ${changes} changes`).toEqual(end);
  }
});

it("leaves a folder without a staged station as it is, also with one that was never finished", () => {
  write(folder, { "ledger.sqlite": "own", ".restoring/ledger.sqlite": "unfinished" });
  const disk = endingAfter(0);
  expect(placeStaged(ledgerFolder(folder), disk)).toBeNull();
  expect(disk.made()).toBe(0);
});
