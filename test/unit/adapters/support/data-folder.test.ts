import { chmod, mkdir, open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeBackup } from "#adapters/backup/write-backup.ts";
import { openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { examine } from "#adapters/support/examine.ts";
import { folderExaminations, lockHolder } from "#adapters/support/folder-checks.ts";
import { kindOfNetworkDrive, networkDriveAt } from "#adapters/support/network-drive.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { treeChanges, treeLines } from "#test/support/builders/tree-hash.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";

/** A data folder is looked at as it is, and stays so. */
let dataFolder: string;

beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-folder-");
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const nowMs = Date.parse("2026-11-28T12:00:00Z");

const look = async (name: string, folder = dataFolder, isOpenHere = false) => {
  const works = folderExaminations({ dataFolder: folder, settingsFile: null, env: {}, isOpenHere }, nowMs);
  const [seen] = await examine(
    works.filter((one) => one.name === name),
    [],
  );
  return `${seen?.state}: ${seen?.text}`;
};

async function makeLedger(): Promise<void> {
  const ledger = await openLedger({ dataFolder });
  if ("message" in ledger) throw new Error(ledger.message);
  await ledger.close();
}

describe("the data folder", () => {
  test("that is this user's own is well, and has so much room", async () => {
    expect(await look("Data folder")).toMatch(/^ok: \S+ can be written and has .+ free\.$/);
  });

  test("that is not there yet is well, and is not made", async () => {
    const folder = path.join(dataFolder, "new");
    expect(await look("Data folder", folder)).toBe(
      `ok: ${folder} does not exist yet: the first start creates it.`,
    );
    expect(await treeLines(dataFolder)).toEqual(new Map());
  });

  test("that is a file is a problem", async () => {
    await writeFile(path.join(dataFolder, "file"), "");
    expect(await look("Data folder", path.join(dataFolder, "file"))).toContain("problem: ");
  });

  test.skipIf(process.platform === "win32")("that others can write into is a problem", async () => {
    await chmod(dataFolder, 0o775);
    expect(await look("Data folder")).toBe(
      `problem: Other users can write to ${dataFolder}: run chmod go-w "${dataFolder}"`,
    );
  });

  test.skipIf(process.platform === "win32")(
    "that others can look into is well as long as no secret can be read",
    async () => {
      await chmod(dataFolder, 0o755);
      expect(await look("Data folder")).toMatch(/^ok/);
      const file = path.join(dataFolder, "host.json");
      await writeFile(file, "{}", { mode: 0o644 });
      expect(await look("Data folder")).toBe(
        `problem: Other users can read ${file}, which contains a secret: run chmod 600 "${file}"`,
      );
    },
  );

  test("with little room on its disk is a problem", async ({ skip }) => {
    const disk = await makeSmallDisk(1_000);
    if (typeof disk === "string") return skip(disk);
    try {
      expect(await look("Data folder", disk.folder)).toMatch(/^problem: .*only 1\.0 MB are free on its disk/);
    } finally {
      await disk.remove();
    }
  });
});

test.each([
  [0x6969, "/mnt/nfs", "NFS"],
  [0xff534d42 | 0, "/mnt/cifs", "SMB"],
  [0x01021994, "/dev/shm", null],
  [0xef53, "/home/ann", null],
  [0, "\\\\nas\\station", "a share"],
  [0, "\\\\?\\UNC\\nas\\station", "a share"],
  [0, "\\\\?\\C:\\Skyferry", null],
  [0, "C:\\Skyferry", null],
])("a file system of type %d at %s is the network drive %j", (type, wholePath, kind) => {
  expect(kindOfNetworkDrive(type, wholePath)).toBe(kind);
});

test("what is not there yet lies where its parent does", () => {
  const typeOf = (folder: string): number => (folder === dataFolder ? 0x6969 : 0xef53);
  expect(networkDriveAt(path.join(dataFolder, "not", "there"), typeOf)).toBe("NFS");
  expect(networkDriveAt(dataFolder)).toBeNull();
});

describe("the settings", () => {
  test("are not there yet", async () =>
    expect(await look("Settings")).toMatch(/^skipped: There are no settings yet/));

  test("that are wrong are a problem that names the field", async () => {
    await writeFile(path.join(dataFolder, "settings.json"), '{ "portal": { "url": 7 }, "instruments": [] }');
    expect(await look("Settings")).toMatch(/^problem: .*settings\.json: .*portal\.url/);
  });
});

describe("the weekly copies", () => {
  const facts = {
    version: "1",
    station: "",
    computer: "",
    madeAt: "2026-11-26T12:00:00Z",
    secretsLeftOut: 0,
  };
  const write = async (name: string) => {
    const folder = path.join(dataFolder, "backups");
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, name);
    await writeBackup(file, facts, [{ name: "settings.json", from: { text: "{}" } }]);
    return file;
  };

  test("are not there yet", async () =>
    expect(await look("Weekly copies")).toMatch(/^skipped: There is none yet/));

  test("are counted; the newest is named, with its age, and read to its end", async () => {
    await write("station-20261119T120000Z.tar.gz");
    const newest = await write("station-20261126T120000Z.tar.gz");
    expect(await look("Weekly copies")).toMatch(
      /^ok: \S+ has 2 copies\. The newest \(station-20261126T120000Z\.tar\.gz, .+, 2 days old\) is whole\.$/,
    );
    await truncate(newest, (await stat(newest)).size - 20);
    expect(await look("Weekly copies")).toMatch(
      /^problem: \S+station-20261126T120000Z\.tar\.gz is cut off: .* To make one now: skyferry backup FILE --data /,
    );
  });
});

describe("the ledger", () => {
  test("is not there yet", async () =>
    expect(await look("Existing record")).toBe("skipped: There is no record of uploads yet."));

  test("is known by its schema", async () => {
    await makeLedger();
    expect(await look("Existing record")).toMatch(/^ok: It has .+ and a schema that this version knows/);
  });

  test("of a newer version is a problem", async () => {
    await makeLedger();
    const file = await open(path.join(dataFolder, "ledger.sqlite"), "r+");
    await file.write(Buffer.from([0, 0, 0, 99]), 0, 4, 60);
    await file.close();
    expect(await look("Existing record")).toMatch(/^problem: .*written by a newer Skyferry \(version 99/);
  });

  test("that is none is a problem", async () => {
    await writeFile(path.join(dataFolder, "ledger.sqlite"), "no ledger");
    expect(await look("Existing record")).toContain("problem: ");
  });

  test("is untouched by a look, and so is all beside it", async () => {
    await makeLedger();
    await mkdir(path.join(dataFolder, "logs"));
    const before = await treeLines(dataFolder);
    for (const name of ["Data folder", "Settings", "Existing record"]) await look(name);
    expect(treeChanges(before, await treeLines(dataFolder))).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")(
    "that is open here keeps its lock, which a look at its file would end",
    async () => {
      const ledger = await openLedger({ dataFolder });
      if ("message" in ledger) throw new Error(ledger.message);
      try {
        expect(await look("Existing record", dataFolder, true)).toMatch(/^ok: It is open/);
        expect(await look("Data folder", dataFolder, true)).toMatch(/^ok/);
        const locks = await readFile("/proc/locks", "utf8");
        const { ino } = await stat(path.join(dataFolder, "ledger.sqlite"));
        expect(locks).toContain(`:${ino} `);
        expect(await lockHolder(dataFolder)).toBe(process.pid);
      } finally {
        await ledger.close();
      }
      expect(await lockHolder(dataFolder)).toBeNull();
    },
  );
});
