import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrations } from "#adapters/ledger/schema.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { treeChanges, treeLines } from "#test/support/builders/tree-hash.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { complaintOf } from "#test/support/hosts/cli-run.ts";
import { copyOfKept } from "./kept-folder.ts";

const newerVersion = migrations.length + 1;

/** Change of the ledger by a version of the time to come. */
const newerSchema = `
  CREATE TABLE routes (name TEXT PRIMARY KEY) STRICT;
  INSERT INTO routes VALUES ('north');
  PRAGMA user_version = ${newerVersion};
`;

let root: string;
let dataFolder: string;
let before: ReadonlyMap<string, string>;

/** How the newer version ended, and so what is in the data folder. */
const endings: Readonly<Record<string, () => Promise<void>>> = {
  async "closed in order"() {
    const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
    db.exec(newerSchema);
    db.close();
    await writeFile(join(dataFolder, "ledger.lock"), "");
  },
  async "killed after it had moved its log into the file"() {
    await killed("PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO routes VALUES ('south')");
  },
  async "killed before its log was moved into the file"() {
    await killed("INSERT INTO routes VALUES ('south')");
  },
  async "killed in a transaction, on what an older log had left"() {
    await killed(
      "PRAGMA wal_checkpoint(RESTART); INSERT INTO routes VALUES ('south'); BEGIN; PRAGMA user_version = 1",
    );
  },
};

/** Leaves the folder as SIGKILL leaves it: with the write-ahead log. */
async function killed(further: string): Promise<void> {
  const living = join(root, "living");
  await cp(dataFolder, living, { recursive: true });
  const db = new DatabaseSync(join(living, "ledger.sqlite"));
  db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = 0;");
  db.exec(newerSchema);
  db.exec(further);
  await rm(dataFolder, { recursive: true });
  await cp(living, dataFolder, { recursive: true });
  db.close();
  await rm(living, { recursive: true });
}

beforeEach(async () => {
  ({ root, dataFolder } = await copyOfKept(migrations.length));
  const settings = { portal: { url: "https://portal.example.org", username: "station", routes: ["north"] } };
  await writeFile(
    join(dataFolder, "settings.json"),
    JSON.stringify({ ...settings, fleet: {}, instruments: {} }),
  );
  await writeFile(join(dataFolder, "notices.json"), '{"form":2}');
  await mkdir(join(dataFolder, "routes"));
  await writeFile(join(dataFolder, "routes", "north.json"), "{}");
  await writeFile(join(root, "client.toml"), '[user_account]\nusername = "station"\n');
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe.each(Object.entries(endings))("a data folder of a newer Skyferry that was %s", (_, end) => {
  beforeEach(async () => {
    await end();
    before = await treeLines(root);
  });

  test("is refused with the reason, and no byte and no time of it changes", async () => {
    const message = `The record of uploads ${join(dataFolder, "ledger.sqlite")} was written by a newer Skyferry (version ${newerVersion}, this one knows ${migrations.length}). Install the newer Skyferry, or choose another data folder.`;
    expect(await openLedger({ dataFolder })).toEqual({ message });
    expect(treeChanges(before, await treeLines(root))).toEqual([]);
  });
});

test.each([
  ["daemon"],
  ["submit"],
  ["status"],
  ["explain", "live_20260305_001000.nc"],
  ["import-submit-config", "client.toml"],
])("%s refuses it in one line and leaves it as it is", async (command, ...words) => {
  await endings["killed before its log was moved into the file"]?.();
  before = await treeLines(root);
  const end = await runInProcess([command, ...words, "--data", dataFolder], { cwd: root });
  expect(complaintOf(end)).toContain(`was written by a newer Skyferry (version ${newerVersion}`);
  expect(treeChanges(before, await treeLines(root))).toEqual([]);
});
