import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { complaintOf, type RunningCli, startCli } from "#test/support/hosts/cli-run.ts";
import { freePort } from "#test/support/hosts/free-port.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";

let root: string;
beforeAll(async () => {
  root = await makeScratch("skyferry-portal-cli-");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const portalOf = async (
  words: readonly string[],
  use: (url: string, running: RunningCli) => Promise<void>,
) => {
  const running = startCli(["mock-portal", ...words]);
  try {
    const ready = await running.ready;
    expect(Object.keys(ready)).toEqual(["url"]);
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await use(ready.url ?? "", running);
    const { code, stderr, stdout } = await running.stop();
    expect({ code, stderr, lines: stdout.split("\n").length }).toEqual({ code: 0, stderr: "", lines: 2 });
  } finally {
    await running.stop("SIGKILL");
  }
};
const listAt = async (url: string): Promise<readonly unknown[]> =>
  (await (await fetch(url)).json()) as readonly unknown[];

test("by itself: the empty seed, the user station, and what it took is there after a restart", async () => {
  const folder = join(root, "plain");
  await portalOf(["--data", folder], async (url) => {
    expect((await listAt(`${url}/api/sites`)).length).toBeGreaterThanOrEqual(20);
    expect(await listAt(`${url}/api/files?site=hyytiala`)).toEqual([]);
    const place = await makeCliPlace(url);
    onTestFinished(() => place.remove());
    await place.write(liveName("2021-02-03"), "stays");
    expect(await place.submit()).toMatchObject({ code: 0, report: { delivered: 1 } });
  });
  await portalOf(["--data", folder], async (url) => {
    const eye = portalProbe(url);
    const [record] = await eye.rawFiles("hyytiala");
    expect(record?.status).toBe("uploaded");
    expect(record && Buffer.from(await eye.download(record)).toString()).toBe("stays");
  });
});

test("--users, --faults, --port and --processing-delay are followed", async () => {
  const users = join(root, "users.json");
  const faults = join(root, "faults.json");
  const north = { username: "north", password: "n", sites: ["ny-alesund"] };
  const south = { username: "south", password: "s", sites: "*" };
  await writeFile(users, JSON.stringify({ users: [north, south] }));
  const answer = { status: 503, body: "not now" };
  await writeFile(
    faults,
    JSON.stringify({ rules: [{ route: "/api/models", requests: 1, fault: { answer } }] }),
  );
  const port = String(await freePort());
  const words = ["--data", join(root, "followed"), "--users", users, "--faults", faults, "--port", port];
  await portalOf([...words, "--processing-delay", "0"], async (url) => {
    expect(new URL(url).port).toBe(port);
    const statuses = [await fetch(`${url}/api/models`), await fetch(`${url}/api/models`)];
    expect(statuses.map(({ status }) => status)).toEqual([503, 200]);

    const place = await makeCliPlace(url, { username: "north" });
    await place.write(liveName("2021-02-03"), "of the south");
    const refused = await place.submit([], { password: "n" });
    expect(refused.report.blocked).toMatchObject([{ cause: "no-permission" }]);
    await place.configure({ ...place.settings, portal: { url, username: "south" } });
    expect(await place.submit([], { password: "s" })).toMatchObject({ code: 0, report: { delivered: 1 } });
    const status = async () => (await portalProbe(url).rawFiles("hyytiala"))[0]?.status;
    await expect.poll(status).toBe("processed");
    await place.remove();
  });
});

test("bad values are refused in one line that names flag, file and field", async () => {
  const data = ["--data", join(root, "bad")];
  const wrong = join(root, "wrong.json");
  const file = async (content: string) => {
    await writeFile(wrong, content);
    return wrong;
  };
  const refusal = async (...words: string[]) => complaintOf(await runInProcess(["mock-portal", ...words]));
  expect(await refusal(...data, "--seed", "full")).toContain('--seed must be demo or empty, not "full"');
  expect(await refusal(...data, "--shape", "new")).toContain('--shape must be contract or live, not "new"');
  expect(await refusal(...data, "--port", "http")).toContain("--port must be a whole number");
  expect(await refusal(...data, "--processing-delay", "-1")).toContain("--processing-delay");
  expect(await refusal(...data, "--users", join(root, "none.json"))).toContain(
    `${join(root, "none.json")}: cannot`,
  );
  expect(await refusal(...data, "--users", await file('{"users":[{"username":"a"}]}'))).toContain(
    "users[0].password",
  );
  expect(await refusal(...data, "--faults", await file('{"rules":[{"fault":{"latency":1}}]}'))).toContain(
    "rules[0].fault",
  );
  expect(await refusal("--data", "/proc/portal")).toContain("/proc/portal");
  const taken = createServer();
  await new Promise<void>((resolve) => void taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as AddressInfo;
  expect(await refusal(...data, "--port", String(port))).toContain(`Port ${port} on 127.0.0.1 is in use`);
  taken.close();
});
