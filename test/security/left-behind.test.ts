import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import type { FaultRule } from "#mock-portal/faults/faults.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { ceilometer, dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type CliEnd, runCli, startCli } from "#test/support/hosts/cli-run.ts";
import { atMost } from "#test/support/limits.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { filesBelow, foundBelow, foundIn, type Needle, openToOthers, spellingsOf } from "./traces.ts";

/**
 * A station lives through everything that could write a password down. Then every byte that it left is searched: data folder,
 * ledger and its log, settings, bundles, temporary folder, home, and all that it said.
 */

const password = 'grün "&/\\ 50% Käse';
const wrong = "Ein falsches+Wort=17";
const pair = (word: string) => Buffer.from(`station:${word}`).toString("base64");

const portal = ofAllTests(
  () => openPortal({ users: [{ username: "station", password, sites: "*" }] }),
  (one) => one.close(),
);
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let aside: { readonly env: NodeJS.ProcessEnv; readonly cwd: string };
const needles: Needle[] = [
  ...spellingsOf("the password", "station", password),
  ...spellingsOf("the wrong password", "station", wrong),
];
const said: Buffer[] = [];
let dataFolder: string;
const timeout = { timeout: atMost(30_000), interval: 50 };
/** Beside the data folder: what a program may use on its own account. */
const besides = ["tmp", "home", "work"];

/** A portal that repeats what it was asked with, as some proxies do in their pages of errors. */
const echo = (status: number, word: string): FaultRule => ({
  route: "/upload/metadata",
  requests: 1,
  fault: {
    answer: {
      status,
      body: `Bad: Authorization: Basic ${pair(word)} (station:${word}) ${encodeURIComponent(word)}`,
      when: "early",
    },
  },
});

const note = (end: CliEnd): void => {
  // The first line of a daemon is its address with the token, for the one who started it.
  said.push(Buffer.from(end.stdout.replace(/^\{"ui":.*\n/, "")), Buffer.from(end.stderr));
};

const run = async (word: string | null, ...words: string[]): Promise<void> =>
  note(await runCli(words, { ...aside, password: word }));

/** A daemon that lives through `live` and is then killed. */
async function daemonUntil(word: string | null, words: readonly string[], live: () => Promise<void>) {
  const daemon = startCli(["daemon", "--data", dataFolder, ...words], { ...aside, password: word });
  const { ui = "" } = await daemon.ready;
  needles.push({ name: "a token", bytes: Buffer.from(new URL(ui).hash.slice("#token=".length)) });
  await askWithStoredToken(new URL(ui).origin);
  await live();
  const { base64 } = await askHost(dataFolder, "diagnostics", {});
  said.push(Buffer.from(base64, "base64"));
  note(await daemon.stop("SIGKILL"));
}

/** A program asks with a token of its own, which the command has shown once. */
async function askWithStoredToken(address: string): Promise<void> {
  const words = ["token", "create", "--name", `program ${needles.length}`, "--scope", "read", "--json"];
  const { stdout } = await runCli([...words, "--data", dataFolder], aside);
  const { token } = JSON.parse(stdout);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${address}/api/v1/status`, { method: "POST", headers, body: "{}" });
  expect(answer.status).toBe(200);
  said.push(Buffer.from(await answer.text()));
  const hash = createHash("sha256").update(token).digest("hex");
  needles.push({ name: "a token", bytes: Buffer.from(token.replace("skyferry_", "")) });
  needles.push({ name: "a hash of a token", bytes: Buffer.from(hash) });
}

const write = (what: string) => place.write(liveName(dayFromToday(0), what), `content ${what}`);

async function importConfiguration(): Promise<void> {
  const toml = join(place.root, "config.toml");
  const text = `[user_account]
username = "station"
password = ${JSON.stringify(password)}

[[instrument]]
site = "hyytiala"
instrument = "cl61d"
instrument_pid = "${ceilometer.pid}"
path_fmt = "${place.folder}/live_%Y%m%d_*.nc"
`;
  await writeFile(toml, text);
  await run(null, "import-submit-config", toml, "--data", dataFolder, "--portal-url", portal.url);
  const file = join(dataFolder, "settings.json");
  const settings = JSON.parse(await readFile(file, "utf8"));
  for (const one of settings.instruments) one.finish = { policy: "settle", seconds: 1 };
  await writeFile(file, JSON.stringify(settings));
}

beforeAll(async () => {
  dataFolder = join(place.root, "station");
  const [TMPDIR = "", HOME = "", cwd = ""] = besides.map((name) => join(place.root, name));
  await Promise.all([TMPDIR, HOME, cwd].map((folder) => mkdir(folder)));
  aside = { env: { TMPDIR, HOME, XDG_CONFIG_HOME: HOME, XDG_CACHE_HOME: HOME }, cwd };
  await write("first");
  await importConfiguration();

  // The portal shows the password that was kept, then takes the file.
  portal.setFaults([echo(500, password)]);
  await run(null, "submit", "--data", dataFolder);
  await run(password, "submit", "--data", dataFolder, "--json");

  portal.setFaults([echo(401, wrong)]);
  await daemonUntil(wrong, [], async () => {
    await write("second");
    await vi.waitFor(
      async () => expect((await askHost(dataFolder, "status", {})).holds).toHaveLength(1),
      timeout,
    );
    await run(wrong, "status", "--data", dataFolder);
    await run(null, "explain", "--data", dataFolder, liveName(dayFromToday(0), "second"));
  });

  const passwordFile = join(place.root, "password");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await daemonUntil(null, ["--password-file", passwordFile], () =>
    vi.waitFor(() => expect(portal.acceptances()).toHaveLength(2), timeout),
  );
}, atMost(120_000));

const holders = () => [
  join(dataFolder, "credentials.json"),
  join(dataFolder, "host.json"),
  join(dataFolder, "tokens.json"),
  join(place.root, "config.toml"),
  join(place.root, "password"),
];

test("the run came by all the places that are searched", () => {
  const names = filesBelow(dataFolder).map((file) => file.slice(dataFolder.length + 1));
  expect(names).toEqual(
    expect.arrayContaining([
      "settings.json",
      "credentials.json",
      "host.json",
      "ledger.sqlite",
      "ledger.sqlite-wal",
      "logs/skyferry.log",
    ]),
  );
  expect(portal.acceptances()).toHaveLength(2);
  expect(said.length).toBeGreaterThan(8);
});

test("the search finds what is there", async () => {
  const holding = foundBelow(place.root, needles).map((found) => found.split(": ")[0]);
  for (const holder of holders()) expect(holding).toContain(holder);
});

test("no file holds a password or a token but those that are for it", () => {
  expect(foundBelow(place.root, needles, holders())).toEqual([]);
});

test("the file for the password holds no token, that for the token no password", async () => {
  const tokens = needles.filter(({ name }) => name === "a token");
  const words = needles.filter(({ name }) => name !== "a token");
  expect(foundIn(await readFile(join(dataFolder, "credentials.json")), tokens)).toEqual([]);
  expect(foundIn(await readFile(join(dataFolder, "host.json")), words)).toEqual([]);
});

test("the file for tokens of programs holds their hashes alone", async () => {
  const others = needles.filter(({ name }) => name !== "a hash of a token");
  expect(foundIn(await readFile(join(dataFolder, "tokens.json")), others)).toEqual([]);
});

test("nothing that was said, printed or packed for support holds one", () => {
  for (const bytes of said) expect(foundIn(bytes, needles)).toEqual([]);
});

test("what the portal showed back is told without it", () => {
  expect(said.map(String).join()).toMatch(/The portal said: “Bad: Authorization: Basic \*{3}/);
});

test.skipIf(process.platform === "win32")("nobody else may read anything of it", () => {
  expect(openToOthers(dataFolder)).toEqual([]);
});

test("nothing was left in the temporary folder, the home or the folder it was started in", () => {
  for (const name of besides) expect(filesBelow(join(place.root, name))).toEqual([]);
});
