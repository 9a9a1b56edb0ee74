import { expect, test } from "vitest";
import type { Output } from "#contract/methods.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

test("coverage without a daemon says why a product is poor, and asks the portal once", async () => {
  const yesterday = dayFromToday(-1);
  await place.write(liveName(yesterday, "01"), "one file");
  await place.submit();
  await portal.processDue(Date.now() + 3_600_000);
  const products: unknown = await (await fetch(`${portal.url}/api/files?date=${yesterday}`)).json();
  if (!Array.isArray(products)) throw new Error("The portal lists no products.");
  const poor = products.map((one, n) => (n === 0 ? { ...one, errorLevel: "error" } : one));
  const exceptions = [{ result: "error", variable: "beta", expected: "sr-1 m-1", received: "1" }];
  const report = { testReports: [{ testId: "TestUnits", name: "Units", result: "error", exceptions }] };
  const answerOf = (body: unknown) => ({ answer: { status: 200, body: JSON.stringify(body) } });
  portal.setFaults([
    { method: "GET", route: "/api/files", fault: { ...answerOf(poor), contentType: "application/json" } },
    {
      method: "GET",
      route: "/api/quality/*",
      fault: { ...answerOf(report), contentType: "application/json" },
    },
  ]);
  const reasonsIn = async () => {
    const end = await place.run("coverage", ["--json", "--last", "3"]);
    return jsonOf<Output<"coverage.days">>(end).days.flatMap(({ published }) =>
      published.flatMap(({ reasons }) => reasons ?? []),
    );
  };
  const reasons = ["Units: beta: expected sr-1 m-1, received 1"];
  expect(await reasonsIn()).toEqual(reasons);
  expect(await reasonsIn()).toEqual(reasons);
  expect(requestsOf(portal, "GET /api/quality")).toBe(1);
  const { stdout } = await place.run("coverage", ["--last", "3"]);
  expect(stdout).toContain(`(volatile, errors: ${reasons[0]})`);
});
