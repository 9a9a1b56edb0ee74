import { readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { runCommand } from "#cli/run-command.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess, startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const name = liveName("2021-02-03");

beforeAll(async () => {
  await place.write(name, "delivered");
  await place.submit();
});

/** Keys that scripts may rely on, and what the pages need besides. */
const statusKeys = [
  "running",
  "totals",
  "duplicates",
  "replaced",
  "holds",
  "causes",
  "questionable",
  "oldestUnsentAt",
  "instruments",
];
const moreKeys = [
  "settingsProblems",
  "ledgerMessage",
  "needsAttention",
  "seq",
  "now",
  "today",
  "backlog",
  "sending",
  "path",
  "portalClockDriftMs",
  "truth",
  "tray",
  "issues",
  "lastDeliveredAt",
  "verified",
];

test("status without a daemon says what is recorded, in words and as JSON", async () => {
  const json = await place.run("status", ["--json"]);
  expect(json).toMatchObject({ code: 0, stderr: "" });
  const found = jsonOf<Record<string, unknown>>(json);
  expect(Object.keys(found)).toEqual([...statusKeys, ...moreKeys]);
  const states = ["queued", "hashing", "announcing", "sending", "waiting", "blocked", "delivered"];
  expect(Object.keys(found.totals as object)).toEqual([...states, "superseded", "cancelled"]);
  expect(found).toMatchObject({
    running: false,
    totals: { delivered: 1, blocked: 0 },
    duplicates: 0,
    replaced: 0,
    holds: [],
    causes: [],
  });
  const [instrument] = found.instruments as Record<string, unknown>[];
  expect(instrument).toMatchObject({ name: "Ceilometer", today: { delivered: 1, found: 1 }, growing: 0 });
  expect(instrument?.lastFileAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  expect(await place.run("status", ["--alive"])).toMatchObject({ code: 1 });
  const words = await place.run("status");
  expect(words).toMatchObject({ code: 0, stderr: "" });
  expect(words.stdout).toMatch(
    /^Skyferry is not running\.\n1 file on the portal so far; start it to find new files\.\n.*\n1 file delivered, 0 /,
  );
});

test("an instrument that is switched off is told as such", async () => {
  const off = await makeCliPlace(portal.url);
  try {
    const [ceilometer] = off.settings.instruments;
    await off.configure({ ...off.settings, instruments: [{ ...ceilometer, offUntil: "2999-01-01" }] });
    await off.submit();
    const found = jsonOf<{ instruments: object[] }>(await off.run("status", ["--json"]));
    expect(found.instruments).toMatchObject([{ offUntil: "2999-01-01", silence: null, kind: "instrument" }]);
    expect((await off.run("status")).stdout).toContain("\n    off until Tuesday 1 January 2999\n");
  } finally {
    await off.remove();
  }
});

test("what the portal has under another name is counted apart, in words and as JSON", async () => {
  const twin = await makeCliPlace(portal.url);
  try {
    await twin.write(liveName("2021-02-04"), "delivered");
    await twin.submit();
    const found = jsonOf<Record<string, unknown>>(await twin.run("status", ["--json"]));
    expect(found).toMatchObject({ totals: { delivered: 1 }, duplicates: 1 });
    const words = await twin.run("status");
    expect(words.stdout).toContain("Of those delivered, 1 file is on the portal only under another name.");
  } finally {
    await twin.remove();
  }
});

test("a folder that is no data folder is named, and nothing is begun in it", async () => {
  for (const words of [["status"], ["explain", name]]) {
    const [command = "", ...rest] = words;
    const end = await runInProcess([command, "--data", place.folder, ...rest]);
    expect(complaintOf(end)).toContain(`${place.folder} contains neither settings nor a record of uploads`);
  }
  expect(await readdir(place.folder)).toEqual([name]);
});

test("explain gives each rule in turn, the verdict and the file's journal", async () => {
  const { code, stdout } = await place.run("explain", [name]);
  expect(code).toBe(0);
  expect(stdout.split("\n")[0]).toBe(join(place.folder, name));
  expect(stdout).toMatch(
    / {2}yes {2}it matches the pattern .*\n {2}yes {2}its measurement date is 3 Feb 2021\n/,
  );
  expect(stdout).toMatch(
    /\nIt is on the portal, confirmed at \d\d:\d\d:\d\d UTC\. Skyferry's own check found that the file does not begin like a NetCDF file/,
  );
  expect(stdout).toMatch(/ confirmed → delivered {2}stored\n$/);
});

test("explain takes a path relative to the working folder, and says as JSON why a file is not sent", async () => {
  await place.write("2021/notes.txt", "notes");
  const json = await place.run("explain", ["--json", "notes.txt"], { cwd: join(place.folder, "2021") });
  expect(json.code).toBe(0);
  const found = jsonOf<{ rules: { name: string; passed: boolean }[] }>(json);
  expect(Object.keys(found)).toEqual([
    "path",
    "instrument",
    "rules",
    "verdict",
    "kind",
    "next",
    "uploads",
    "journal",
  ]);
  const path = join(place.folder, "2021/notes.txt");
  expect(found).toMatchObject({ path, instrument: "Ceilometer", kind: "instrument" });
  expect(found).toMatchObject({ verdict: expect.stringContaining("It is not sent: "), next: null });
  expect(found.rules.at(-1)).toMatchObject({ name: "pattern", passed: false });

  const outside = await place.run("explain", ["/etc/hostname"]);
  expect(outside).toMatchObject({
    code: 0,
    stdout: "/etc/hostname\nThe file is not in an instrument's folder, so it is not sent.\n",
  });
});

test("status ends with 1 and names the cause when a file needs a person", async () => {
  const other = await makeCliPlace(portal.url);
  const path = await other.write(liveName("2021-02-03", "ä b"), "hostile name");
  const submitted = await other.submit();
  expect(submitted.code).toBe(1);
  expect(submitted.report.blocked).toEqual([
    { path, cause: "unfit-name", message: expect.stringContaining("live_20210203_ä b.nc") },
  ]);
  const { code, stdout } = await other.run("status");
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^Ceilometer: the portal refuses file names\.\n1 file safe here; .*\n- 1 file has a name that the portal does not accept \(since /,
  );
  expect(stdout).toMatch(/0 files delivered, 0 in the queue, 0 waiting for a retry, 1 blocked\./);
  expect(stdout).toMatch(/\n {2}"live_\d+_ä b\.nc" cannot be sent under this name: /);
  await other.remove();
});

test("status and explain of a data folder that is not there are refused", async () => {
  const missing = join(place.root, "nowhere");
  for (const words of [["status"], ["explain", name]]) {
    const [command = "", ...rest] = words;
    const end = await place.run(command, ["--data", missing, ...rest]);
    expect(complaintOf(end)).toContain(`${missing} does not exist`);
  }
});

test("status says that the service sends, and --alive is in nobody's way", async () => {
  const { dataFolder, remove } = await makeCliPlace("http://127.0.0.1:9");
  const words = ["--data", dataFolder];
  const stderr: string[] = [];
  const stopping = new AbortController();
  const ended = runCommand(["daemon", "--service", ...words], {
    stdout: { write: (text) => expect(text).not.toContain("token") },
    stderr: { write: (text) => stderr.push(text) },
    env: { SKYFERRY_PASSWORD: "" },
    cwd: () => dataFolder,
    version: "0.0.0",
    stopping: stopping.signal,
  });
  try {
    await vi.waitFor(
      async () => expect((await runInProcess(["status", ...words, "--alive"])).code).toBe(0),
      20_000,
    );
    const said = await runInProcess(["status", ...words]);
    expect(said.stdout).toContain("Skyferry is running as a service (process ");
  } finally {
    stopping.abort();
    expect({ code: await ended, stderr }).toEqual({ code: 0, stderr: [] });
    await remove();
  }
});

test("explain says in a sentence of its own when a file on hold is tried next", async () => {
  const held = await makeCliPlace("http://127.0.0.1:9");
  await held.write(name, "held");
  const daemon = startInProcess(["daemon", "--data", held.dataFolder]);
  try {
    await daemon.ready;
    await expect
      .poll(async () => (await held.run("explain", [name])).stdout)
      .toMatch(/^Next: .*Everything stays queued here\. Next try at \d\d:\d\d(:\d\d)? UTC\.$/m);
  } finally {
    await daemon.stop();
    await held.remove();
  }
});

test("explain promises what the daemon does while it runs, and what the next run does once it does not", async () => {
  await using ends = new AsyncDisposableStack();
  const answer = { status: 500, body: "", when: "after-body" } as const;
  const failing = await openPortal({ faults: [{ method: "POST", requests: "every", fault: { answer } }] });
  ends.defer(() => failing.close());
  const at = await makeCliPlace(failing.url);
  ends.defer(() => at.remove());
  await at.write(name, "tried");
  const daemon = startInProcess(["daemon", "--data", at.dataFolder]);
  ends.defer(async () => {
    await daemon.stop();
  });
  await daemon.ready;
  const told = async () => (await at.run("explain", [name])).stdout;
  await expect.poll(told).toContain("retries automatically");
  await daemon.stop();
  expect(await told()).toContain("The next run retries");
  expect(await told()).not.toContain("retries automatically");
});

test("files of flags that do not exist, or do not apply while Skyferry runs, are told", async () => {
  const [nowhere, other] = [join(place.root, "nowhere"), join(place.root, "other")];
  await writeFile(other, "{}");
  const absent = async () => {
    for (const flag of ["--settings", "--password-file"])
      expect(complaintOf(await place.run("status", [flag, nowhere]))).toContain(
        `${flag} ${nowhere} does not exist`,
      );
  };
  await absent();
  const daemon = startInProcess(["daemon", "--data", place.dataFolder]);
  try {
    await daemon.ready;
    await absent();
    expect(complaintOf(await place.run("explain", [name, "--settings", other]))).toContain(
      `--settings ${other} does not apply: Skyferry is running on this data folder with ${place.settingsFile}.`,
    );
    const link = join(place.root, "link");
    await symlink(place.settingsFile, link);
    for (const same of [place.settingsFile, link])
      expect(await place.run("status", ["--settings", same])).toMatchObject({ code: 0, stderr: "" });
    const told = await place.run("explain", ["never.nc", "--password-file", other]);
    expect(told).toMatchObject({
      code: 0,
      stderr:
        "skyferry: --password-file does not apply: Skyferry is running on this data folder and uses its own password.\n",
    });
  } finally {
    await daemon.stop();
  }
});

test("a service that cannot have its data folder asks to be started again", async () => {
  const { root, dataFolder, remove } = await makeCliPlace("http://127.0.0.1:9");
  const taken = startInProcess(["daemon", "--data", dataFolder], { cwd: root });
  await taken.ready;
  const end = await runInProcess(["daemon", "--service", "--data", dataFolder]);
  expect(end).toMatchObject({ code: 75, stdout: "" });
  expect(end.stderr).toMatch(/^skyferry daemon: .*already in use.*\n$/);
  expect((await runInProcess(["daemon", "--data", dataFolder])).code).toBe(2);
  await taken.stop();
  await remove();
});
