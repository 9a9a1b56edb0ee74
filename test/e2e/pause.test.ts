import { expect, test } from "vitest";
import type { StatusShown } from "#contract/status.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

const pausedSince = async () =>
  jsonOf<StatusShown>(await place.run("status", ["--json"])).backlog.pausedSince;

test("pause --backlog holds until resume --backlog, also where nothing runs", async () => {
  expect(await place.run("pause", ["--backlog"])).toMatchObject({
    code: 0,
    stdout: "Files of earlier days wait until skyferry resume --backlog.\n",
  });
  expect(await pausedSince()).toMatch(/^\d{4}-/);
  expect(await place.run("resume", ["--json"])).toMatchObject({ code: 0 });
  expect(await pausedSince()).toMatch(/^\d{4}-/);
  expect(jsonOf(await place.run("resume", ["--backlog", "--json"]))).toEqual({ isRunning: false });
  expect(await pausedSince()).toBeNull();
});

test("pause without a daemon says that nothing runs", async () => {
  const found = await place.run("pause", ["--for", "1h"]);
  expect(found).toMatchObject({ code: 1, stdout: "" });
  expect(found.stderr).toBe(
    "skyferry pause: nothing is running that could be paused; --backlog also holds for a later start.\n",
  );
});

test.each([
  [["--for", "soon"], '--for must be a time from 1m to 365d, such as 30m, 8h or 2d, not "soon".'],
  [["--for", "0m"], "--for must be a time from 1m to 365d"],
  [["--for", "1h", "--backlog"], "--backlog and --for cannot be combined"],
])("pause %j is refused", async (words, said) => {
  expect(complaintOf(await place.run("pause", words))).toContain(said);
});
