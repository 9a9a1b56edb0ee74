import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { MethodName } from "#contract/methods.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";
import { fakeTokens } from "#test/support/fakes/fake-tokens.ts";
import { startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { ask, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";
import { atMost } from "#test/support/limits.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { type AnswerSeen, askAtRandom, type RequestTarget } from "./random-requests.ts";

/** Requests of each host. `npm run -s long -- requests` sends 10,000. */
const count = Number(process.env.SKYFERRY_REQUESTS ?? 600);
const seed = process.env.SKYFERRY_REQUESTS_SEED ?? "requests";

const codeOf = ({ text }: AnswerSeen): unknown =>
  text.startsWith("{") ? JSON.parse(text).error?.code : null;

/** Answers that no request may get, with the request. */
async function faultsOf(
  target: RequestTarget,
): Promise<{ readonly faults: string[]; readonly seen: ReadonlySet<number> }> {
  const faults: string[] = [];
  const seen = new Set<number>();
  await askAtRandom(target, seededRandom(seed), count, (answer) => {
    const { asked, status, text } = answer;
    seen.add(status);
    const isRight = status !== 500 && codeOf(answer) !== "internal" && !text.includes(" at /");
    if (!isRight)
      faults.push(`${status} ${asked.verb} ${asked.path.slice(0, 300)} ${String(asked.body).slice(0, 300)}`);
  });
  return { faults, seen };
}

test("a host answers whatever comes, and never with a mistake of its own", {
  timeout: atMost(600_000),
}, async () => {
  const host = await startLoopbackHost({ metrics: { page: async () => "up 1\n" } });
  onTestFinished(() => host.close());
  host.engine.find("radar/a.nc");
  const { faults, seen } = await faultsOf({
    port: host.port,
    tokens: [host.loopback.token, ...Object.values(fakeTokens)],
    // Another token would be missing afterwards.
    except: ["tokens.revoke"],
  });
  expect(faults).toEqual([]);
  expect(host.logged).toEqual([]);
  for (const status of [200, 400, 401, 403, 404, 405, 413, 415]) expect(seen).toContain(status);
  expect((await ask(host, "/api/v1/status")).status).toBe(200);
});

/** They ask other computers, take seconds each, or end the host. */
const costly: readonly MethodName[] = [
  "demo.start",
  "demo.end",
  "backup.take",
  "backup.open",
  "settings.save",
  "settings.testConnection",
  "settings.portalLists",
  "settings.setPassword",
  "settings.forgetPassword",
  "settings.plan",
  "notifications.test",
  "notifications.testChannel",
  "diagnostics",
  "tokens.revoke",
  "folders.list",
];

test("a station answers whatever comes, and delivers afterwards", { timeout: atMost(600_000) }, async () => {
  const portal = await openPortal();
  onTestFinished(() => portal.close());
  const place = await makeCliPlace(portal.url);
  onTestFinished(() => place.remove());
  const tokenOf = async (scope: string) =>
    jsonOf<{ token: string }>(
      await place.run("token", ["create", "--name", scope, "--scope", scope, "--json"]),
    ).token;
  const daemon = startInProcess(["daemon", "--data", place.dataFolder]);
  onTestFinished(async () => void (await daemon.stop()));
  const { ui = "" } = await daemon.ready;
  const { port, hash } = new URL(ui);
  const own = hash.replace("#token=", "");
  const tokens = [own, await tokenOf("read"), await tokenOf("operate")] as const;
  const { faults } = await faultsOf({ port: Number(port), tokens: [...tokens], except: costly });
  expect(faults).toEqual([]);
  expect(await readFile(join(place.dataFolder, "logs", "skyferry.log"), "utf8")).not.toMatch(
    /Internal error|could not be answered/,
  );
  const headers = { authorization: `Bearer ${own}`, "content-type": "application/json" };
  for (const name of ["resume", "backlog.resume"])
    await fetch(`http://127.0.0.1:${port}/api/v1/${name}`, { method: "POST", headers, body: "{}" });
  await place.write(liveName(new Date().toISOString().slice(0, 10)), "after all of it");
  await expect.poll(() => portal.acceptances().length, { timeout: atMost(60_000) }).toBe(1);
});
