import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { StatusShown } from "#contract/status.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** pause, resume, retry, cancel, open, instruments: what an operator asks of a station that runs, or of its record. */

const portal = ofEachTest(openPortal, (one) => one.close());
const daemons: ReturnType<typeof startCli>[] = [];
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  async (one) => {
    // A folder that a daemon still writes to cannot be removed.
    for (const daemon of daemons.splice(0)) await daemon.stop("SIGKILL");
    await one.remove();
  },
);
const first = liveName("2021-02-03", "first");

async function startDaemon(): Promise<string> {
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  daemons.push(daemon);
  return (await daemon.ready).ui ?? "";
}

const holds = async () => jsonOf<StatusShown>(await place.run("status", ["--json"])).holds;
const run = async (name: string, ...words: string[]) => {
  const end = await place.run(name, [...words, "--json"], { cwd: place.folder });
  return { code: end.code, ...jsonOf<{ readonly until?: string | null }>(end) };
};

/** A file in the queue that the portal has not taken. */
async function queuedFile(): Promise<void> {
  await place.write(first, "one");
  await place.submit([], { password: "wrong" });
}

describe("beside a daemon", () => {
  test("pause ends at its time or by resume, and open tells the pages", async () => {
    const ui = await startDaemon();
    const before = Date.now();
    const paused = await run("pause", "--for", "2h");
    expect(paused).toMatchObject({ code: 0, isRunning: true });
    const [hold] = await holds();
    expect(hold).toMatchObject({ lane: "pause", nextTryAt: paused.until });
    expect(Date.parse(hold?.nextTryAt ?? "")).toBeGreaterThanOrEqual(before + 7_200_000);
    expect(await run("pause")).toEqual({ code: 0, isRunning: true, until: null });
    expect(await holds()).toMatchObject([{ lane: "pause", nextTryAt: null }]);
    expect(await run("resume")).toEqual({ code: 0, isRunning: true });
    expect(await holds()).toEqual([]);
    expect(await run("open")).toEqual({ code: 0, ui });
    // Nothing can be opened where there is no screen.
    const env = { DISPLAY: "", WAYLAND_DISPLAY: "" };
    if (process.platform === "linux")
      expect(await place.run("open", [], { env })).toMatchObject({ code: 0, stdout: `${ui}\n` });
  });

  test("instruments has a line for each, and says why one needs somebody", async () => {
    const [instrument] = place.settings.instruments;
    const missing = { ...instrument, name: "Radar", folder: join(place.root, "missing") };
    await place.configure({ ...place.settings, instruments: [instrument, missing] });
    await place.write(liveName(dayFromToday(0), "one"), "one");
    await startDaemon();
    const both = async () => (await place.run("instruments")).stdout;
    await expect
      .poll(both)
      .toMatch(/^OK {6}Ceilometer {2}latest .+, 0 in the queue\nPROBLEM Radar {7}no file yet, /);
    const { code, stdout } = await place.run("instruments", ["--json"]);
    const { instruments } = jsonOf<StatusShown>(await place.run("status", ["--json"]));
    expect(code).toBe(1);
    expect(JSON.parse(stdout).map(({ name }: { readonly name: string }) => name)).toEqual(
      instruments.map(({ name }) => name),
    );
  });
});

describe("without a daemon", () => {
  test("open says in a sentence that nothing runs", async () => {
    const end = await place.run("open");
    expect(end).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `skyferry open: Skyferry is not running on ${place.dataFolder}: start its window, or skyferry daemon.\n`,
    });
  });

  test("a file is given up by cancel, and taken up again by a retry that names it", async () => {
    await queuedFile();
    expect(await run("cancel", first)).toEqual({ code: 0, count: 1, left: [], isRunning: false });
    expect(await run("cancel", first)).toEqual({ code: 1, count: 0, left: [first], isRunning: false });
    expect((await place.submit()).report).toMatchObject({ delivered: 0 });
    expect(await run("retry", "--all")).toEqual({ code: 0, count: 0, left: [], isRunning: false });
    expect(await run("retry", first, "other.nc")).toEqual({
      code: 1,
      count: 1,
      left: ["other.nc"],
      isRunning: false,
    });
    expect((await place.submit()).report).toMatchObject({ delivered: 1 });
    expect(await run("cancel", first)).toMatchObject({ code: 1, count: 0, left: [first] });
  });

  test("files are chosen by instrument, by cause, or all", async () => {
    await queuedFile();
    expect(await run("cancel", "--cause", "file-vanished")).toMatchObject({ code: 0, count: 0 });
    expect(await run("cancel", "--instrument", "Ceilometer")).toMatchObject({ code: 0, count: 1 });
    await run("retry", first);
    expect(await run("cancel", "--all")).toMatchObject({ code: 0, count: 1 });
  });

  test.each([
    [["retry"], "PATH is missing, or --instrument, --cause or --all"],
    [["cancel", first, "--all"], "Give either files, or --instrument and --cause, or --all"],
    [["retry", "--cause", "refusd"], '--cause "refusd" is not known; did you mean refused?'],
    [["cancel", "--instrument", "Radar"], "Radar"],
  ])("%j is refused", async ([name = "", ...words], said) => {
    const end = await place.run(name, words);
    expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(said) });
  });
});

test("version is told in words, by -V, and as JSON", async () => {
  const [word, short, json] = await Promise.all(
    [["version"], ["-V"], ["version", "--json"]].map((words) => runInProcess(words)),
  );
  expect(short).toMatchObject({ code: 0, stdout: word?.stdout });
  expect(jsonOf(json as NonNullable<typeof json>)).toEqual({ version: word?.stdout.trim() });
});

test("--quiet leaves the exit code, --color colours OK and PROBLEM", async () => {
  const words = ["--data", place.dataFolder];
  const [plain, quiet, colored] = [
    await runInProcess(["doctor", ...words]),
    await runInProcess(["doctor", ...words, "--quiet"]),
    await runInProcess(["doctor", ...words, "--color", "always"]),
  ];
  expect(plain.stdout).not.toContain("\u001b");
  expect(quiet).toMatchObject({ code: plain.code, stdout: "" });
  expect(colored.stdout).toContain("\u001b[32mOK     \u001b[0m ");
});
