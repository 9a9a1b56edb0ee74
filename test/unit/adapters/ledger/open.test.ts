import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrations } from "#adapters/ledger/schema.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { bringTo, enqueued, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-ledger-");
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const open = async () => ready(await openLedger({ dataFolder, nowMs: noonMs }));

/** Runs a process that enqueues files, claims 7 of them and ends so; gives their ids and how it ended. */
async function anotherProcess(ending: "closed" | "killed", files = 50) {
  const script = join(import.meta.dirname, "../../../support/hosts/ledger-main.ts");
  const child = spawn(process.execPath, [script, dataFolder, ending, String(files)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const ids: string[] = JSON.parse(said);
  return { ids, code, signal };
}

describe("opening a ledger", () => {
  it("creates data folder and ledger, and says that they are new", async () => {
    const ledger = ready(await openLedger({ dataFolder: join(dataFolder, "a", "b"), nowMs: noonMs }));
    expect(ledger.opening).toEqual({ kind: "new", movedTo: null, message: null });
    await ledger.close();
  });

  it("keeps everything from one run to the next", async () => {
    const before = await open();
    const upload = await enqueued(before, found(1), "delivered");
    const lines = await before.journal({ sinceSeq: 0, limit: 99 });
    await before.close();
    expect((await readdir(dataFolder)).sort()).toEqual(["ledger.lock", "ledger.mark.json", "ledger.sqlite"]);
    const after = await open();
    expect(after.opening).toEqual({ kind: "existing", movedTo: null, message: null });
    expect(await after.get(upload.id)).toEqual(upload);
    expect(await after.journal({ sinceSeq: 0, limit: 99 })).toEqual(lines);
    await after.close();
  });

  it("writes nothing into the folder where nothing was changed", async () => {
    await (await open()).close();
    const mark = join(dataFolder, "ledger.mark.json");
    const { ino, mtimeMs } = await stat(mark);
    await (await open()).close();
    expect(await stat(mark)).toMatchObject({ ino, mtimeMs });
  });

  it("queues what was left in flight, at no cost of an attempt; what is announced first of all", async () => {
    const before = await open();
    const uploads = await before.enqueue([found(1), found(2), found(3), found(4)], noonMs);
    const states = ["hashing", "announcing", "sending", "blocked"] as const;
    for (const [i, upload] of uploads.entries()) await bringTo(before, upload, states[i] ?? "queued");
    await before.close();
    const after = await open();
    const lanes = [];
    for (const { id } of uploads) {
      const { state, lane, attempts } = (await after.get(id)) ?? {};
      lanes.push([state, lane, attempts]);
    }
    expect(lanes).toEqual([
      ["queued", "fresh", 0],
      ["queued", "fresh", 0],
      ["queued", "debt", 0],
      ["blocked", "fresh", 1],
    ]);
    const [last] = (await after.journal({ sinceSeq: 0, limit: 99 })).slice(-1);
    expect(last).toMatchObject({ event: "released", detail: "found unfinished at start", atMs: noonMs });
    await after.close();
  });

  it("is refused while another one has it open, and that one goes on", async () => {
    const first = await open();
    const message = `The record of uploads is already in use by another Skyferry process (data folder ${dataFolder}). Stop that one first.`;
    expect(await openLedger({ dataFolder })).toEqual({ message });
    expect(await openLedger({ dataFolder })).toEqual({ message });
    expect(await first.enqueue([found(1)], noonMs)).toHaveLength(1);
    await first.close();
    const second = await open();
    expect((await second.totals()).queued).toBe(1);
    await second.close();
  });

  it("is refused for a ledger of a newer version, which is left as it is", async () => {
    await (await open()).close();
    const path = join(dataFolder, "ledger.sqlite");
    const newer = new DatabaseSync(path);
    newer.exec("PRAGMA user_version = 99");
    newer.close();
    const before = await readFile(path);
    const refused = await openLedger({ dataFolder });
    expect(refused).toEqual({ message: expect.stringContaining("written by a newer Skyferry (version 99") });
    expect(await readFile(path)).toEqual(before);
    expect((await readdir(dataFolder)).filter((name) => name.includes("damaged"))).toEqual([]);
  });

  it("names the folder that cannot be written", async () => {
    const file = join(dataFolder, "file");
    await writeFile(file, "");
    const refused = await openLedger({ dataFolder: join(file, "data") });
    expect(refused).toEqual({
      message: expect.stringContaining(`The data folder ${join(file, "data")} cannot`),
    });
  });

  it("survives a crash of its own creation", async () => {
    await mkdir(dataFolder, { recursive: true });
    await writeFile(join(dataFolder, "ledger.sqlite"), "");
    const ledger = await open();
    expect(ledger.opening.kind).toBe("new");
    await ledger.close();
  });

  it("loses nothing that was answered when the process is killed", async () => {
    const { ids, signal } = await anotherProcess("killed");
    // Windows ends a process without a signal.
    expect(signal).toBe(process.platform === "win32" ? null : "SIGKILL");
    const ledger = await open();
    expect(ledger.opening.kind).toBe("existing");
    expect(ids).toHaveLength(50);
    for (const id of ids) expect((await ledger.get(id))?.state).toBe("queued");
    // The claims are lost, or were found unfinished.
    expect([50, 50 + 7 + 7]).toContain(await ledger.lastSeq());
    await ledger.close();
  });
});

describe("a ledger that is lost after its first run was killed", () => {
  it("is not taken for one that never was", async () => {
    await anotherProcess("killed");
    await rm(join(dataFolder, "ledger.sqlite"));
    await rm(join(dataFolder, "ledger.sqlite-wal"));
    const ledger = await open();
    expect(ledger.opening).toMatchObject({ kind: "rebuilt", movedTo: null });
    await ledger.close();
  });
});

describe("the check of the whole file", () => {
  async function isChecked(): Promise<boolean> {
    const ran: string[] = [];
    const ledger = ready(openInThread({ dataFolder, beforeStatement: (sql) => void ran.push(sql) }));
    await ledger.close();
    return ran.some((sql) => sql.includes("quick_check"));
  }

  it("is made when the file is not as Skyferry left it, and only then", async () => {
    expect(await isChecked()).toBe(false);
    expect(await isChecked()).toBe(false);
    const touched = new Date(noonMs);
    await utimes(join(dataFolder, "ledger.sqlite"), touched, touched);
    expect(await isChecked()).toBe(true);
    expect(await isChecked()).toBe(false);
    await rm(join(dataFolder, "ledger.mark.json"));
    expect(await isChecked()).toBe(true);
  });

  it("is not needed after a kill, because the file is as the last checkpoint left it", async () => {
    await anotherProcess("killed", 16_000);
    expect((await stat(join(dataFolder, "ledger.sqlite-wal"))).size).toBeGreaterThan(0);
    expect((await stat(join(dataFolder, "ledger.sqlite"))).size).toBeGreaterThan(1_000_000);
    expect(await isChecked()).toBe(false);
    const ledger = await open();
    expect((await ledger.totals()).queued).toBe(16_000);
    await ledger.close();
  });
});

describe("an open ledger", () => {
  it("keeps no process alive once it is closed, and leaves no log behind", async () => {
    expect(await anotherProcess("closed")).toMatchObject({ code: 0, signal: null });
    expect(existsSync(join(dataFolder, "ledger.sqlite-wal"))).toBe(false);
  });

  it("finishes what was asked before it closes", async () => {
    const ledger = await open();
    const asked = ledger.enqueue([found(1)], noonMs);
    await ledger.close();
    expect(await asked).toHaveLength(1);
  });
});

// Steps name lists of the domain: where one of those changes, a new step is needed, and the old ones stay as they are.
it.each([
  [1, "cda689ad22decb89"],
  [2, "5fb14511cf7bd356"],
  [3, "db0be02b15129325"],
  [4, "a307354d8a563d0f"],
])("the step to version %d of the ledger is as it was released", (version, sha256) => {
  const step = migrations[version - 1] ?? "";
  expect(createHash("sha256").update(step).digest("hex").slice(0, 16)).toBe(sha256);
});
