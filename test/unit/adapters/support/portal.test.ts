import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import { examine } from "#adapters/support/examine.ts";
import { portalExaminations } from "#adapters/support/portal.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { jsonAnswer, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

let dataFolder: string;

beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-way-");
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

const configure = (portal: object) =>
  writeFile(
    path.join(dataFolder, "settings.json"),
    JSON.stringify({ portal: { username: "station", ...portal }, instruments: [] }),
  );

const look = async (
  name: string,
  { env = {}, network = false, aheadMs = 0, system = null as string | null } = {},
) => {
  const own = createNodeClock();
  const clock = { ...own, nowMs: () => own.nowMs() + aheadMs };
  const way = {
    dataFolder,
    settingsFile: null,
    env,
    version: "0.0.0",
    clock,
    network,
    proxyFor: async () => system,
  };
  const works = portalExaminations(way).filter((one) => one.name === name);
  const [seen] = await examine(works, []);
  return `${seen?.state}: ${seen?.text}`;
};

test.each<[string, object, NodeJS.ProcessEnv, string]>([
  ["none", {}, {}, "ok: No proxy: Skyferry connects to the portal directly."],
  ["that of the settings", { proxy: "http://gate:3128" }, {}, "ok: http://gate:3128 (portal.proxy)."],
  [
    "that of the environment",
    {},
    { HTTPS_PROXY: "http://gate:3128", NO_PROXY: "localhost" },
    "ok: http://gate:3128 (HTTPS_PROXY), except for localhost.",
  ],
  [
    "one with a password",
    {},
    { https_proxy: "http://ann:hidden@gate:3128" },
    "ok: http://gate:3128 (https_proxy).",
  ],
  [
    "no address",
    {},
    { HTTPS_PROXY: "not an address" },
    "problem: HTTPS_PROXY is not an address of a proxy, such as http://proxy.example:3128: correct it, or leave it empty.",
  ],
])("the proxy in force is told: %s", async (_, portal, env, said) => {
  await configure({ url: "https://portal.example", ...portal });
  expect(await look("Proxy", { env })).toBe(said);
});

test("the proxy of the system is told where nobody named one", async () => {
  await configure({ url: "https://portal.example" });
  expect(await look("Proxy", { system: "http://gate:8080" })).toBe("ok: http://gate:8080 (the system's).");
});

test("the portal is asked on request alone, and without a password", async () => {
  const portal = await startScriptedPortal(() => jsonAnswer([]));
  closedAfterTest(portal);
  await configure({ url: portal.url });
  expect(await look("Portal")).toBe("skipped: Not checked: add --network to check it.");
  expect(portal.seen).toEqual([]);
  expect(await look("Portal", { network: true })).toBe(`ok: ${new URL(portal.url).host} answers.`);
  expect(portal.seen.every(({ method, headers }) => method === "GET" && !headers.authorization)).toBe(true);
});

test("a clock that is wrong by minutes is a problem", async () => {
  const portal = await startScriptedPortal(() => jsonAnswer([]));
  closedAfterTest(portal);
  await configure({ url: portal.url });
  expect(await look("Portal", { network: true, aheadMs: 600_000 })).toMatch(
    /^problem: .* by (599|600|601) s: set this PC's clock\.$/,
  );
});

test("a portal that is none, or away, is a problem", async () => {
  const portal = await startScriptedPortal(() => ({ status: 200, body: "<html>Log in</html>" }));
  await configure({ url: portal.url });
  expect(await look("Portal", { network: true })).toMatch(/^problem: /);
  await portal.close();
  expect(await look("Portal", { network: true })).toMatch(/^problem: /);
});

test("without settings there is no portal to ask", async () => {
  expect(await look("Portal", { network: true })).toBe("skipped: There is no portal in the settings yet.");
});
