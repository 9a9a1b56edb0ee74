import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type MethodName, methods } from "#contract/methods.ts";
import { accessOf } from "#contract/scopes.ts";
import { callCases } from "#test/support/builders/call-cases.ts";
import { startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { type CliPlace, dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { atMost } from "#test/support/limits.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** A station whose settings and files are full of secrets: a token that may read or operate is told none of them. */

const password = "correct horse battery";
const secrets = {
  "the password": password,
  "a channel's address": "slack-path-T0K3N",
  "a channel's address that cannot be used": "br0ken-path",
  "a heartbeat's address": "beat-path-51GN",
  "a station report's address": "rep0rt-path",
  "a channel's account": "mail-user@lab.example",
  "a person's address": "ann@lab.example",
  "the content of a file": "c0ntent of the file",
};

let place: CliPlace;
const ends = new AsyncDisposableStack();
const answers = new Map<string, string>();
let own = "";
let address = "";

async function call(method: MethodName, token: string, input: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${address}/api/${method}`, {
    method: "POST",
    headers,
    body: JSON.stringify(input),
  });
  return `${answer.status} ${await answer.text()}`;
}

/** The first event of the stream, and what comes within the moment. */
async function firstEvents(token: string): Promise<string> {
  const answer = await fetch(`${address}/events?since=0`, { headers: { authorization: `Bearer ${token}` } });
  const reader = answer.body?.getReader();
  let text = "";
  while (!text.includes("upload.changed")) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  return text;
}

beforeAll(async () => {
  const portal = await openPortal({ users: [{ username: "station", password, sites: "*" }] });
  ends.defer(() => portal.close());
  place = await makeCliPlace(portal.url);
  ends.defer(() => place.remove());
  const dead = "http://127.0.0.1:9";
  await place.configure({
    ...place.settings,
    notifications: {
      channels: [
        { name: "Chat", type: "slack", url: `${dead}/${secrets["a channel's address"]}` },
        { name: "Broken", type: "slack", url: `ftp://${secrets["a channel's address that cannot be used"]}` },
        {
          name: "Mail",
          type: "email",
          server: "127.0.0.1",
          username: secrets["a channel's account"],
          from: secrets["a channel's account"],
          to: [secrets["a person's address"]],
        },
      ],
      heartbeat: { url: `${dead}/${secrets["a heartbeat's address"]}` },
    },
    report: { url: `${dead}/${secrets["a station report's address"]}` },
  });
  const name = liveName(dayFromToday(0));
  await place.write(name, secrets["the content of a file"]);
  await place.write(liveName(dayFromToday(0), "bad"), `${secrets["the content of a file"]} 2`);
  const daemon = startInProcess(["daemon", "--data", place.dataFolder], { password });
  ends.defer(async () => void (await daemon.stop()));
  const { ui = "" } = await daemon.ready;
  const { origin, hash } = new URL(ui);
  address = origin;
  own = hash.replace("#token=", "");
  await vi.waitFor(() => expect(portal.acceptances()).toHaveLength(2), { timeout: atMost(30_000) });
  const made = await place.run("token", ["create", "--name", "a", "--scope", "operate", "--json"]);
  const { token } = jsonOf<{ token: string }>(made);

  const { uploads } = JSON.parse((await call("uploads", token, {})).slice(4)).value;
  const today = { instrument: "Ceilometer", date: dayFromToday(0) };
  const days = { from: dayFromToday(-2), to: dayFromToday(0) };
  const real: Partial<Record<MethodName, object>> = {
    explain: { path: join(place.folder, name) },
    upload: { id: uploads[0].id },
    "upload.history": { id: uploads[0].id },
    "coverage.day": today,
    "coverage.gone": today,
    "coverage.days": days,
    "log.days": days,
    report: { month: dayFromToday(0).slice(0, 7) },
    receipts: {},
    queue: {},
    uploads: {},
    "journal.page": {},
    "journal.export": {},
    "log.events": {},
    "folder.check": { instrument: "Ceilometer" },
    sendAgain: { paths: [name] },
  };
  // Calls that operate come first, so that those that read tell of them.
  const names = (Object.keys(methods) as MethodName[]).filter((one) => accessOf(one).scope !== "host");
  const reads = (one: MethodName) => (accessOf(one).scope === "read" ? 1 : 0);
  for (const one of names.toSorted((first, second) => reads(first) - reads(second)))
    answers.set(one, await call(one, token, real[one] ?? callCases[one].good));
  answers.set("/events", await firstEvents(token));
  const metrics = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  answers.set("/metrics", `${metrics.status} ${await metrics.text()}`);
}, atMost(120_000));
afterAll(() => ends.disposeAsync());

test("no answer holds one", () => {
  const found = [...answers].flatMap(([method, text]) =>
    Object.entries(secrets)
      .filter(([, secret]) => text.includes(secret) || text.includes(Buffer.from(secret).toString("base64")))
      .map(([what]) => `${method}: ${what}`),
  );
  expect(found).toEqual([]);
});

test("the answers are real ones: of the file, its receipt, the channel that cannot be used", () => {
  const wrong = [...answers].filter(([, text]) => /^(400|401|403|500) /.test(text));
  expect(wrong).toEqual([]);
  for (const method of ["explain", "upload", "uploads", "receipts", "journal", "/events"])
    expect(answers.get(method)).toContain(liveName(dayFromToday(0)).slice(0, 12));
  expect(answers.get("status")).toContain("notifications.channels[1]");
});

test("the host's own token is told what is in the settings, so that the search can find it", async () => {
  const settings = await call("settings.read", own, {});
  for (const [what, secret] of Object.entries(secrets))
    if (what !== "the password" && what !== "the content of a file") expect(settings).toContain(secret);
});
