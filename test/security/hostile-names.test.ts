import { readdir, rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { csvOf } from "#api/handlers/journal-handlers.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { issuesOf } from "#station/status/issues.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { type CliPlace, dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { never, portalAt } from "#test/support/portals/portal-under-test.ts";
import { type ScriptedPortal, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

/** Names that a hostile portal gives to files, and names that a hostile file bears. */

describe("a download", () => {
  let folder: string;
  let server: ScriptedPortal;
  let portal: ReturnType<typeof portalAt>;
  beforeEach(async () => {
    folder = await makeScratch("skyferry-names-");
    server = await startScriptedPortal(() => ({ status: 200, body: "evil" }));
    portal = portalAt(server.url);
  });
  afterEach(async () => {
    await portal.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    "../evil",
    "..\\evil",
    "/etc/evil",
    "\\\\server\\share\\evil",
    "C:\\evil",
    "C:evil",
    "a/../../evil",
    "..",
    ".",
    "nul",
    "CON.txt",
    "com1.nc",
    "COM\u00b9.nc",
    "lpt\u00b2",
    "aux .nc",
    "conin$",
    "CONOUT$",
    "clock$.txt",
    "a.nc:stream",
    "a\u0000.nc",
    "a\n.nc",
    "a\u001b[2J.nc",
    "a\u0085.nc",
    "",
    " ",
    "evil.nc ",
    "evil.nc.",
    ".profile",
    ".bashrc",
    "..nc",
    "plot\u202Egnp.exe",
    "a\u2066.nc",
    "\ud800.nc",
    "x".repeat(256),
    "a|b",
    "a*b",
    "a?b",
    'a"b',
    "a<b>",
  ])("named %j is refused before it is asked for", async (filename) => {
    const file = { downloadUrl: `${server.url}/api/download/x`, filename, checksum: "0".repeat(64), size: 4 };
    const outcome = await portal.download({ kind: "product", file }, folder, never(), () => {});
    expect(outcome).toMatchObject({ kind: "failed", failure: { cause: "unfit-name" } });
    expect(server.seen).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test("with a name too long for the disk leaves nothing", async () => {
    const filename = "\u{1f600}".repeat(120);
    const file = { downloadUrl: `${server.url}/api/download/x`, filename, checksum: "0".repeat(64), size: 4 };
    const outcome = await portal.download({ kind: "product", file }, folder, never(), () => {});
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(await readdir(folder)).toEqual([]);
  });
});

const evil = '\u001b[2J\u001b]0;owned\u0007\r\n=HYPERLINK("x");@SUM(1)\u009b31m';

// Windows allows no such names.
describe.skipIf(process.platform === "win32")("a file whose name commands a terminal", () => {
  let portal: MockPortal;
  let place: CliPlace;
  const today = liveName(dayFromToday(0), evil);
  beforeAll(async () => {
    portal = await openPortal();
    place = await makeCliPlace(portal.url);
    await place.write(today, "content");
  });
  afterAll(async () => {
    await place.remove();
    await portal.close();
  });

  test.each([
    ["submit", ["--dry-run"]],
    ["submit", []],
    ["submit", ["--json"]],
    ["status", []],
    ["explain", [today]],
  ])("%s %j prints it on one line, legibly", async (command, words) => {
    const { stdout, stderr } = await place.run(command, words);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
    if (command !== "status") expect(stdout).toMatch(/\\u001b/);
  });
});

test("a spreadsheet finds no formula in the journal, whatever it takes for the end of a cell", () => {
  const line = csvOf([
    {
      seq: 1,
      atMs: Date.UTC(2026, 10, 21, 10),
      uploadId: "00000000-0000-7000-8000-000000000000",
      instrument: "-2+3",
      relPath: `a;=cmd|'/c calc'!A1`,
      event: "failed-final",
      state: "blocked",
      detail: "x\t=1\n@2",
    },
  ]);
  for (const cell of line.split(/[;\t\r\n]|(?<=^|,)"?|,/)) expect(cell).not.toMatch(/^"?[=+\-@]/);
});

test("a notification says what Skyferry says: no name of a file, no markup of the portal", () => {
  const error = {
    cause: "refused",
    count: 2,
    message: `refused ${evil}`,
    portalMessage: "<img src=x>",
    sinceMs: 0,
  };
  const totals = { queued: 0, hashing: 0, announcing: 0, sending: 0, waiting: 0, blocked: 2 };
  const hold = { lane: "portal", cause: "credentials", message: evil, portalMessage: "<b>", sinceMs: 0 };
  const status = { totals, causes: [error], holds: [hold], settingsProblems: [], instruments: [] };
  const told = issuesOf(status as never, 1).map(({ label, remedy, over }) => ({ label, remedy, over }));
  const issues = JSON.stringify(told);
  expect(issues).toContain("2 files were refused by the portal");
  for (const part of ["owned", "HYPERLINK", "<img", "<b>"]) expect(issues).not.toContain(part);
});
