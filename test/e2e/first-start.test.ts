import { rm } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { builtPages } from "#cli/built-pages.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import {
  type CliPlace,
  ceilometer,
  dayFromToday,
  liveName,
  makeCliPlace,
} from "#test/support/hosts/cli-place.ts";
import { startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

/** A thousand files over four days, today among them, all on the portal already. */
const days = ["2021-02-03", "2021-02-04", dayFromToday(-1), dayFromToday(0)];
const perDay = 250;
/** Files that are tried together share the list of their day; it confirms none that is tried later (ADR 12). */
const mostLists = (days.length * perDay) / 10;

const portal = ofAllTests(openPortal, (one) => one.close());
const old = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

beforeAll(async () => {
  for (const day of days)
    for (let index = 0; index < perDay; index++)
      await old.write(liveName(day, String(index).padStart(3, "0")), `file ${index} of ${day}`);
  const { report } = await old.submit();
  expect(report).toMatchObject({ delivered: days.length * perDay });
});

/** A PC that has the files and no ledger. */
async function newPc(): Promise<CliPlace> {
  const place = await makeCliPlace(portal.url);
  await place.configure({ ...place.settings, instruments: [{ ...ceilometer, folder: old.folder }] });
  await fetch(`${portal.url}/__control/counts`, { method: "DELETE" });
  return place;
}

const expectOnlyAsked = (...besides: string[]) => {
  expect(requestsOf(portal, "POST")).toBe(0);
  expect(requestsOf(portal, "PUT")).toBe(0);
  const asked = Object.keys(portal.counts()).filter((route) => !besides.includes(route));
  expect(asked).toEqual(["GET /api/raw-files"]);
  expect(requestsOf(portal, "GET")).toBeLessThanOrEqual(mostLists);
};

test("submit with an empty ledger asks for lists, each for many files, and sends nothing", async () => {
  const place = await newPc();
  const { code, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 0, found: 1000, delivered: 0, known: 1000, twins: 0 });
  expect(report.requests).toMatchObject({ post: 0, put: 0 });
  expectOnlyAsked();
  await place.remove();
});

test("so does a daemon", async () => {
  const place = await newPc();
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  await daemon.ready;
  const delivered = async () => (await askHost(place.dataFolder, "status", {})).totals.delivered;
  await expect.poll(delivered).toBe(1000);
  expect((await daemon.stop()).code).toBe(0);
  // Coverage begins to ask for products some seconds after the start.
  expectOnlyAsked("GET /api/files");
  await place.remove();
});

test("a daemon without settings sends its operator to the pages, where there are any", async () => {
  const place = await makeCliPlace(portal.url);
  await rm(place.settingsFile);
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  await daemon.ready;
  const { code, stderr } = await daemon.stop();
  expect(code).toBe(0);
  expect(stderr).toBe(
    builtPages() === null
      ? `skyferry: There are no settings yet: write ${place.settingsFile}, or import the official client's settings with import-submit-config.\n`
      : "skyferry daemon: There are no settings yet: open the address above in a browser to set Skyferry up.\n",
  );
  await place.remove();
});
