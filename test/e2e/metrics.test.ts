import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { readExposition } from "#test/support/builders/exposition.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

test("the daemon prints where it gives its metrics, and gives them without a token", async () => {
  const daemon = startCli(["daemon", "--data", place.dataFolder, "--metrics-port", "0"]);
  const { metrics = "" } = await daemon.ready;
  expect(metrics).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const page = await (await fetch(metrics)).text();
  expect(readExposition(page).get("skyferry_build_info")?.samples).toHaveLength(1);
  expect((await fetch(metrics.replace("/metrics", "/api/status"), { method: "POST" })).status).toBe(404);
  expect(await daemon.stop()).toMatchObject({ code: 0, stderr: "" });
});

test("a port that is taken is one line on standard error, and the daemon runs", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const taken = other.address();
  const port = String(typeof taken === "object" ? taken?.port : 0);
  const daemon = startCli(["daemon", "--data", place.dataFolder, "--metrics-port", port]);
  expect(Object.keys(await daemon.ready)).toEqual(["ui"]);
  const end = await daemon.stop();
  other.close();
  expect(end.code).toBe(0);
  expect(end.stderr).toMatch(
    /^skyferry: metrics\.port: Port \d+ of this PC is used by another program: .+\n$/,
  );
});

test.each([
  [["--metrics-port", "70000"], "--metrics-port must be a whole number from 0 to 65535"],
  [["--metrics-host", "0.0.0.0"], "--metrics-host also needs --metrics-port N"],
  [
    ["--metrics-port", "0", "--metrics-host", "station-a.example"],
    "--metrics-host must be an IP address of this PC",
  ],
])("%j is refused in one line", async (words, said) => {
  expect(complaintOf(await runInProcess(["daemon", "--data", "x", ...words]))).toContain(said);
});
