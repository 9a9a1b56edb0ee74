import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** `skyferry token`, beside a daemon and without: what it changes is in force at once. */

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

interface Made {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly expiresAt: string | null;
}

const run = (...words: string[]) => place.run("token", words, { cwd: place.folder });

async function create(name: string, scope: string, ...words: string[]): Promise<Made> {
  const end = await run("create", "--name", name, "--scope", scope, "--json", ...words);
  expect(end).toMatchObject({ code: 0, stderr: "" });
  return jsonOf<Made>(end);
}

async function startDaemon(): Promise<URL> {
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  daemons.push(daemon);
  return new URL((await daemon.ready).ui ?? "");
}

async function call(ui: URL, method: string, token: string, input: object = {}): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify(input);
  return (await fetch(`${ui.origin}/api/v1/${method}`, { method: "POST", headers, body })).status;
}

const file = () => join(place.dataFolder, "tokens.json");

test("a token outlives the daemon, does what its scope says, and ends at once", async () => {
  const reader = await create("grafana", "read");
  expect(reader).toMatchObject({ name: "grafana", scope: "read", expiresAt: null });
  const ui = await startDaemon();
  const operator = await create("Control room", "operate", "--days", "30");
  expect(await call(ui, "status", reader.token)).toBe(200);
  expect(await call(ui, "rescan", reader.token)).toBe(403);
  expect(await call(ui, "rescan", operator.token)).toBe(200);
  expect(await call(ui, "settings.read", operator.token)).toBe(403);

  const listed = await run("list");
  expect(listed.stdout).toMatch(/^grafana {2}read, .*\nControl room {2}operate, .* expires /);
  expect(listed.stdout).not.toContain(reader.token);
  expect(jsonOf<{ tokens: object[] }>(await run("list", "--json")).tokens).toMatchObject([
    { name: "grafana", lastUsedAt: expect.any(String) },
    { name: "Control room", isExpired: false },
  ]);

  expect((await run("revoke", "grafana")).stdout).toBe("grafana is revoked: it is refused from now on.\n");
  expect(await call(ui, "status", reader.token)).toBe(401);
  expect(jsonOf(await run("revoke", operator.id, "--json"))).toMatchObject({ name: "Control room" });
  expect(await call(ui, "status", operator.token)).toBe(401);
  expect(await run("list")).toMatchObject({ code: 0, stdout: "There are no tokens.\n" });
});

test("a token that has expired, and a file that is damaged, cost the daemon nothing but these tokens", async () => {
  const ui = await startDaemon();
  const { token } = await create("grafana", "read", "--days", "1");
  expect(await call(ui, "status", token)).toBe(200);
  const text = await readFile(file(), "utf8");
  await writeFile(file(), text.replace(/"expiresAtMs": \d+/, '"expiresAtMs": 1000'));
  expect(await call(ui, "status", token)).toBe(401);
  expect((await run("list")).stdout).toContain("expired");

  await writeFile(file(), text.slice(0, 40));
  expect(await call(ui, "status", token)).toBe(401);
  expect(await call(ui, "status", ui.hash.slice("#token=".length))).toBe(200);
  const refused = await run("list");
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("tokens.json") });
  const log = await readFile(join(place.dataFolder, "logs", "skyferry.log"), "utf8");
  expect(log.split("the tokens of programs cannot be used")).toHaveLength(2);
  await writeFile(file(), text);
  expect(await call(ui, "status", token)).toBe(200);
});

test("what is printed for a person is the token, and that it is shown once", async () => {
  const { stdout } = await run("create", "--name", "one", "--scope", "read");
  expect(stdout).toMatch(/^skyferry_[\w-]{43}\nKeep it now: it is not shown again\. It does not expire\.\n$/);
  if (process.platform !== "win32") expect((await stat(file())).mode & 0o777).toBe(0o600);
});

describe("bad usage is one sentence", () => {
  test.each([
    [["create"], "--name N is missing"],
    [["create", "--name", "a"], "--scope read or --scope operate is missing"],
    [["create", "--name", "a", "--scope", "all"], "--scope"],
    [["create", "--name", "a/b", "--scope", "read"], "choose another name"],
    [["create", "--name", "a", "--scope", "read", "--days", "0"], "--days"],
    [["create", "--name", "a", "--scope", "read", "b"], '"b" is an unexpected argument'],
    [["list", "--name", "a"], "--name"],
    [["revoke"], "NAME is missing"],
    [["list", "--data", "/none/at/all"], "/none/at/all does not exist"],
  ])("%j", async (words, said) => {
    const end = await run(...words);
    expect(end).toMatchObject({ code: 2, stdout: "" });
    expect(end.stderr).toMatch(/^skyferry token: [^\n]*\n$/);
    expect(end.stderr).toContain(said);
  });

  test("a name twice, and one that is not there", async () => {
    await create("grafana", "read");
    expect(await run("create", "--name", "Grafana", "--scope", "read")).toMatchObject({ code: 2 });
    expect(await run("revoke", "other")).toMatchObject({
      code: 1,
      stderr: 'skyferry token: There is no token "other". skyferry token list names them.\n',
    });
  });
});
