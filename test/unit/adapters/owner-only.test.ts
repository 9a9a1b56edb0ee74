import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOwnerOnly, makeFolder, type OwnerOnly, type RightsTools } from "#adapters/owner-only.ts";
import { secretFile } from "#adapters/secrets/secret-file.ts";
import { writeHostFile } from "#api/loopback/host-file.ts";
import { checkRights } from "#compose/rights.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

/** On Windows a mode means nothing; rights do. Wine has none, so its tools are played here. */

const sid = "S-1-5-21-1-2-3-1001";
let calls: (readonly string[])[];
let sddl: string;
let failing: boolean;
const tools: RightsTools = {
  userSid: () => sid,
  icacls(words) {
    if (failing) throw new Error("Incorrect function.");
    calls.push(words);
  },
  sddlOf: () => sddl,
};
const windows = createOwnerOnly("win32", tools);
let folder: string;

beforeEach(async () => {
  calls = [];
  failing = false;
  sddl = `Data\r\nD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${sid})\r\n`;
  folder = await makeScratch("skyferry-rights-");
});
afterEach(() => rm(folder, { recursive: true }));

describe("owner-only", () => {
  test("is this user with system and administrators, and nothing inherited", () => {
    expect(windows.protect("C:\\Data\\host.json", "file")).toBeNull();
    expect(windows.protect("C:\\Data", "folder")).toBeNull();
    const grants = (rights: string) =>
      [sid, "S-1-5-18", "S-1-5-32-544"].flatMap((one) => ["/grant:r", `*${one}:${rights}`]);
    expect(calls).toEqual([
      ["C:\\Data\\host.json", "/inheritance:r", ...grants("F")],
      ["C:\\Data", "/inheritance:r", ...grants("(OI)(CI)F")],
    ]);
  });

  test("is told where it cannot be done", () => {
    failing = true;
    expect(windows.protect("E:\\Data", "folder")).toMatch(
      /^Skyferry cannot check or change whether other users .* E:\\Data: .* NTFS/,
    );
  });

  test("runs no tool where modes decide", () => {
    const linux = createOwnerOnly("linux", tools);
    expect([linux.protect("/data", "folder"), linux.check("/data", "folder"), calls]).toEqual([
      null,
      null,
      [],
    ]);
  });
});

describe("the check", () => {
  test("is content with owner, system and administrators", () => {
    expect(windows.check("C:\\Data", "folder")).toBeNull();
    sddl = "x\r\nO:LAG:LAD:AI(A;ID;FA;;;LA)(A;OICIIOID;GA;;;CO)(D;;FA;;;WD)";
    expect(windows.check("C:\\Data", "folder")).toBeNull();
  });

  test.each([
    ["users of the PC", "D:AI(A;OICIID;0x1200a9;;;BU)"],
    ["everyone", "D:(A;;FR;;;WD)"],
    ["another user", `D:PAI(A;;FA;;;${sid})(A;;FR;;;S-1-5-21-1-2-3-1002)`],
    ["who signed in", "D:(A;;FR;;;AU)"],
    ["who fits a condition", "D:(XA;;FR;;;BU;(Member_of{SID(BA)}))"],
    ["no list at all", "D:NO_ACCESS_CONTROL"],
  ])("names %s", (_, rights) => {
    sddl = `x\r\n${rights}`;
    const message = windows.check("C:\\Data", "folder");
    expect(message).toMatch(/^Other users of this PC can read C:\\Data: icacls "C:\\Data" \/inheritance:r/);
    expect(message).toContain(`*${sid}:(OI)(CI)F`);
  });

  test.each(["", "no rights in here"])("says that nothing can be seen (%j)", (rights) => {
    sddl = rights;
    expect(windows.check("E:\\Data", "folder")).toMatch(/cannot check or change/);
  });
});

describe("what Skyferry makes", () => {
  const seen: string[] = [];
  /** Notes what was protected, and what was in it then. */
  const noting: OwnerOnly = {
    protect(path, kind) {
      seen.push(`${kind} ${kind === "file" ? JSON.stringify(readFileSync(path, "utf8")) : basename(path)}`);
      return null;
    },
    check: () => null,
  };
  beforeEach(() => void seen.splice(0));

  test("is protected at the top: what is made in a folder inherits", () => {
    makeFolder(join(folder, "a", "b", "c"), noting);
    expect(seen).toEqual(["folder a"]);
    makeFolder(join(folder, "a", "d"), noting);
    makeFolder(join(folder, "a", "d"), noting);
    expect(seen).toEqual(["folder a", "folder d"]);
  });

  test.skipIf(process.platform === "win32")("has the usual rights where nobody is named", () => {
    const usual = join(folder, "usual");
    mkdirSync(usual);
    makeFolder(join(folder, "a", "b"), null);
    expect(statSync(join(folder, "a")).mode).toBe(statSync(usual).mode);
    expect(seen).toEqual([]);
  });

  test("is no folder where a file is, nor above the top of a drive", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(() => makeFolder(file, noting)).toThrow(`mkdir '${file}'`);
    // Nothing is above "." in a folder that is gone; so it is with a drive of Windows that is not there.
    const gone = join(folder, "gone");
    const script = `
      import { makeFolder } from ${JSON.stringify(import.meta.resolve("#adapters/owner-only.ts"))};
      import { mkdirSync, rmdirSync } from "node:fs";
      mkdirSync(process.argv[1]);
      process.chdir(process.argv[1]);
      rmdirSync(process.argv[1]);
      makeFolder("new");`;
    if (process.platform === "linux")
      expect(() =>
        execFileSync(process.execPath, ["--input-type=module", "--eval", script, gone], { stdio: "pipe" }),
      ).toThrow("ENOENT: no such file or directory, mkdir");
  });

  test("host.json and credentials.json are protected before a secret is in them", async () => {
    const record = {
      pid: 1,
      address: "http://127.0.0.1:1",
      token: "t".repeat(43),
      startedAt: "2026-11-22T00:00:00.000Z",
      version: "0.1.0",
    };
    expect(await writeHostFile(folder, record, noting.protect)).toBeNull();
    const secrets = secretFile(folder, "win32", noting);
    expect(await secrets.keep("station@portal", "hunter2")).toEqual({ kind: "done" });
    expect(await secrets.get("station@portal")).toEqual({ kind: "found", secret: "hunter2" });
    expect(seen).toEqual(['file ""', 'file ""']);
  });
});

describe("the start", () => {
  const passwordFile = () => join(folder, "password");
  const told = () => checkRights({ dataFolder: folder, passwordFile: passwordFile() }, windows);

  test("has nothing to tell of a folder that is this user's alone", () => {
    writeFileSync(passwordFile(), "hunter2");
    expect(told()).toEqual([]);
    expect(calls).toEqual([]);
  });

  test("tells of a folder that others may read, and keeps its secrets from them", () => {
    sddl = "D:(A;OICI;FR;;;BU)";
    mkdirSync(join(folder, "logs"));
    for (const name of ["credentials.json", "settings.json", "ledger.sqlite"])
      writeFileSync(join(folder, name), "{}");
    expect(told()).toEqual([expect.stringContaining(`can read ${folder}:`)]);
    expect(calls.map(([path]) => basename(path ?? ""))).toEqual(["credentials.json", "settings.json"]);
    writeFileSync(passwordFile(), "hunter2");
    expect(told()[1]).toContain(`can read ${passwordFile()}:`);
    failing = true;
    expect(told()).toHaveLength(4);
    expect(existsSync(passwordFile())).toBe(true);
  });
});
