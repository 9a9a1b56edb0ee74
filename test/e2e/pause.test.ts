import { expect, test } from "vitest";
import type { StatusShown } from "#contract/status.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
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

test("pause without --backlog says what to do", async () => {
  const found = await place.run("pause", []);
  expect(found).toMatchObject({ code: 2, stdout: "" });
  expect(found.stderr).toContain("Give --backlog to let files of earlier days wait.");
});
