import { copyFile, mkdir, open as openFile, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LedgerError } from "#engine/ports/ledger.ts";
import { enqueued, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
let file: string;
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-ledger-");
  file = join(dataFolder, "ledger.sqlite");
});
afterEach(() => rm(dataFolder, { recursive: true }));

const open = () => ready(openInThread({ dataFolder }));

async function fill(): Promise<void> {
  const ledger = open();
  await ledger.enqueue(
    Array.from({ length: 600 }, (_, n) => found(n)),
    noonMs,
  );
  await enqueued(ledger, found(1000), "delivered");
  await ledger.close();
}

async function overwrite(position: number, bytes: Uint8Array): Promise<void> {
  const handle = await openFile(file, "r+");
  await handle.write(bytes, 0, bytes.length, position);
  await handle.close();
}

const garbage = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 131 + 89) % 251);

const damages: Readonly<Record<string, () => Promise<void>>> = {
  "truncated to nothing": () => truncate(file, 0),
  "truncated within a page": () => truncate(file, 10_000),
  "truncated between pages": () => truncate(file, 8 * 4096),
  zeroed: async () => overwrite(0, new Uint8Array((await stat(file)).size)),
  "overwritten in its first page": () => overwrite(0, garbage(4096)),
  "overwritten in its midst": () => overwrite(12 * 4096, garbage(4096)),
  "zeroed in its midst": () => overwrite(20 * 4096, new Uint8Array(4096)),
  "replaced by a text": () => writeFile(file, "This is not a ledger."),
  deleted: () => rm(file),
};

describe.each(Object.entries(damages))("a ledger that was %s", (_, damage) => {
  it("is moved aside and rebuilt, and says so; the next opening is an ordinary one", async () => {
    await fill();
    await damage();
    const ledger = open();
    const { kind, movedTo, message } = ledger.opening;
    expect(kind).toBe("rebuilt");
    expect(message).toContain(`The record of uploads in ${dataFolder} was damaged or lost`);
    const aside = (await readdir(dataFolder)).filter((name) => name.startsWith("ledger.damaged-"));
    expect(aside.map((name) => join(dataFolder, name))).toEqual(movedTo === null ? [] : [movedTo]);
    expect((await ledger.totals()).queued).toBe(0);
    await enqueued(ledger, found(1));
    await ledger.close();
    const next = open();
    expect(next.opening.kind).toBe("existing");
    expect((await next.totals()).queued).toBe(1);
    await next.close();
  });
});

it("that was damaged offers the newest copy, with the command that puts it into a new folder", async () => {
  await fill();
  const folder = join(dataFolder, "backups");
  await mkdir(folder);
  for (const name of ["station-20261119T120000Z.tar.gz", "station-20261126T120000Z.tar.gz"])
    await writeFile(join(folder, name), "");
  await truncate(file, 0);
  const { opening, ...ledger } = open();
  expect(opening.message).toMatch(
    / There is a copy of 26 Nov 2026, to go on from in a new folder: skyferry restore "\S+station-20261126T120000Z\.tar\.gz" --data NEWFOLDER$/,
  );
  await ledger.close();
});

describe("what is left of a ledger", () => {
  it("is kept when only the write-ahead log is left, though no word of the ledger is", async () => {
    await writeFile(`${file}-wal`, garbage(5000));
    const { opening, ...ledger } = open();
    expect(opening.kind).toBe("rebuilt");
    expect((await stat(opening.movedTo ?? "")).size).toBe(5000);
    await ledger.close();
  });

  it("is taken as it is when an older copy was put back", async () => {
    await fill();
    const copy = join(dataFolder, "copy");
    await copyFile(file, copy);
    const later = open();
    await enqueued(later, found(2000));
    await later.close();
    await copyFile(copy, file);
    const ledger = open();
    expect(ledger.opening.kind).toBe("existing");
    expect((await ledger.totals()).queued).toBe(600);
    await ledger.close();
  });

  it("is moved aside under a name of its own each time", async () => {
    for (let i = 1; i <= 3; i++) {
      await fill();
      await truncate(file, 5000);
      await open().close();
      const names = (await readdir(dataFolder)).filter((name) => name.startsWith("ledger.damaged-"));
      expect(names).toHaveLength(i);
    }
  });
});

describe("damage that is met while running", () => {
  // Windows lets nobody remove or replace a file that is open.
  it.skipIf(process.platform === "win32").each(["removed", "replaced"])(
    "is said when the file is %s, and the restart rebuilds",
    async (how) => {
      await fill();
      const ledger = open();
      await enqueued(ledger, found(2000));
      await rm(file);
      if (how === "replaced") await writeFile(file, "another");
      const gone = "removed or replaced while Skyferry was running";
      await expect(ledger.enqueue([found(2001)], noonMs)).rejects.toThrow(gone);
      await expect(ledger.totals()).rejects.toThrow(gone);
      await ledger.close();
      const next = open();
      expect(next.opening.kind).toBe("rebuilt");
      await next.close();
    },
  );

  it("is a trouble that asks for a restart, and the restart looks for it", async () => {
    await fill();
    const page = new Uint8Array(4096);
    let isHit = false;
    const running = ready(
      openInThread({
        dataFolder,
        beforeStatement: (sql) => {
          if (isHit && sql.includes("FROM uploads WHERE id")) throw sqliteError("CORRUPT");
        },
      }),
    );
    isHit = true;
    await expect(running.get("one")).rejects.toThrow(LedgerError);
    await expect(running.get("one")).rejects.toThrow("Restart Skyferry");
    isHit = false;
    await running.enqueue([found(3000)], noonMs);
    // The damage as such, put where only a check finds it, with size and time as they were.
    await running.close();
    const { size, atime, mtime } = await stat(file);
    await overwrite(20 * 4096, page);
    const handle = await openFile(file, "r+");
    await handle.utimes(atime, mtime);
    await handle.close();
    expect((await stat(file)).size).toBe(size);
    const ledger = open();
    expect(ledger.opening.kind).toBe("rebuilt");
    await ledger.close();
  });
});
