import { expect, test } from "vitest";
import type { Output } from "#contract/methods.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

type Days = Output<"log.days">;
const kindsOf = ({ events }: Days) => events.map(({ kind, isUnclean }) => (isUnclean ? `${kind}!` : kind));
const daemon = () => startCli(["daemon", "--data", place.dataFolder], { password: "station" });
const log = async (...words: readonly string[]) => await place.run("log", ["--last", "2", ...words]);

test("SIGKILL, a changed setting, a pause and the files are in the log, with a daemon and without", async () => {
  await place.write(liveName(dayFromToday(0), "a"), "content a");
  const first = daemon();
  await first.ready;
  const delivered = async () => (await askHost(place.dataFolder, "status", {})).totals.delivered;
  await expect.poll(delivered).toBe(1);
  await first.stop("SIGKILL");

  await place.configure({
    ...place.settings,
    portal: { ...place.settings.portal, username: "station", concurrency: 3 },
  });
  const second = daemon();
  await second.ready;
  const host = async <M extends "pause" | "log.days">(method: M, input: Parameters<typeof askHost<M>>[2]) =>
    await askHost(place.dataFolder, method, input);
  const span = { from: dayFromToday(-1), to: dayFromToday(0) };
  await host("pause", { until: null });
  await expect
    .poll(async () => kindsOf(await host("log.days", span)))
    .toEqual(["paused", "settings-changed", "stopped!", "ledger-begun"]);
  const beside = await log();
  expect({ code: beside.code, stderr: beside.stderr }).toEqual({ code: 0, stderr: "" });
  expect(beside.stdout).toContain(`${dayFromToday(0)}  1 found, 1 delivered, 0 lost\n`);
  expect(beside.stdout).toMatch(/^ {2}\d\d:\d\d– {6} Sending was paused by you\. Until it is resumed\.$/m);
  expect(beside.stdout).toMatch(/^ {2}.* Settings changed: Parallel uploads\.$/m);
  expect(beside.stdout).toContain("Skyferry was not running. It ended without being stopped");
  await second.stop();

  const after = jsonOf<Days>(await log("--json"));
  expect(kindsOf(after)).toEqual(["stopped", "paused", "settings-changed", "stopped!", "ledger-begun"]);
  expect(JSON.stringify(after)).not.toContain("sha256");
  expect(after.days.find(({ date }) => date === dayFromToday(0))).toMatchObject({ found: 1, delivered: 1 });
});

test("a span that cannot be is refused in one line", async () => {
  const end = await place.run("log", ["--last", "101"]);
  expect(end).toMatchObject({ code: 2, stdout: "" });
  expect(end.stderr).toBe("skyferry log: At most 100 days can be shown at once; choose fewer.\n");
});

test("an instrument that is not in the settings is refused", async () => {
  expect(await log("--instrument", "Ceilometer")).toMatchObject({ code: 0, stderr: "" });
  expect(complaintOf(await log("--instrument", "Sodar"))).toBe(
    'skyferry log: No instrument or model of the settings is called "Sodar". They have Ceilometer.',
  );
});
