import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, sampleName, today } from "#test/support/builders/station-place.ts";
import { type CredentialCase, credentialCases, type Keys } from "./f23-cases.ts";
import { fakeKeychain } from "./fake-keychain.ts";
import { openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue, isBusy, startStation, type WholeStation } from "./station-in-process.ts";

const minuteMs = 60_000;
const username = "station";

/** The password is wrong, or where it lies cannot be read, and somebody sets it right. */
export const credentialsRow: Row = {
  id: "F23",
  fault: "credentials wrong, changed in mid-queue, keychain locked or gone, password file removed",
  promise: "collecting goes on; one prompt; no secret in any log, bundle or crash file",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const one of credentialCases)
        for (let round = 1; round <= trial.rounds(10, 1); round++)
          await trial.step(`${one.name}, round ${round}`, (random) => lockOut(ground, one, random));
    }),
};

async function lockOut(ground: Ground, one: CredentialCase, random: Random): Promise<readonly string[]> {
  const { portal } = ground;
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: portal.url, instrument: { site } });
  const oracle = await createOracle(portal.url);
  const keychain = fakeKeychain();
  const right = passwordOf(random);
  const known: string[] = [right];
  const serve = (password: string): void => {
    known.push(password);
    portal.setUsers([{ username, password, sites: "*" }]);
  };
  serve(right);
  await place.writeSettings();
  const keys: Keys = {
    place,
    keychain,
    random,
    right,
    serve,
    another: () => {
      const password = passwordOf(random);
      known.push(password);
      return password;
    },
  };
  const begun = await one.begin(keys);
  const started = await startStation({
    dataFolder: place.dataFolder,
    keychain: { ask: keychain.ask },
    ...begun.options,
  });
  if ("message" in started) return [`it does not start: ${started.message}`];
  const station: WholeStation = started;
  const found: string[] = [];
  const told: unknown[] = [];
  const write = async (name: string): Promise<number> => {
    const count = random.int(3, 12);
    for (let n = 0; n < count; n++) {
      const path = await place.bring(sampleName(`${name}${n}`), random.bytes(random.int(1, 3000)));
      await oracle.finished(path, { site, measurementDate: today() });
    }
    // A rescan that was under way may have passed by.
    for (let rescan = 0; rescan < 2; rescan++) await station.ask("rescan", {});
    return count;
  };
  let hasStopped = false;
  try {
    let count = 0;
    if (begun.isProven) {
      count += await write("before");
      if (!(await comesTrue(async () => (await station.status()).totals.delivered === count)))
        found.push("nothing is delivered before the fault");
    }
    let seq = portal.requests().at(-1)?.seq ?? 0;
    const newRequests = (): number => {
      const fresh = portal.requests(seq);
      seq = fresh.at(-1)?.seq ?? seq;
      return fresh.filter(({ path }) => path.startsWith("/upload/")).length;
    };
    await begun.strike(station);
    count += await write("during");
    const isHeld = async () =>
      (await station.status()).holds.some((hold) => hold.lane === "portal" && hold.cause === "credentials");
    if (!(await comesTrue(isHeld))) found.push("nothing is held");
    await comesTrue(async () => !isBusy(await station.status()));
    const first = newRequests();
    // Those that talked when it came, each at one of two stages; without a password nothing is asked.
    const most = begun.isAsked ? (begun.isProven ? place.settings.portal.concurrency * 3 : 1) : 0;
    if (first > most) found.push(`${first} requests before the hold, of ${most} at most`);

    station.clock.skip(30 * minuteMs);
    count += await write("held");
    const isCollected = async () => {
      const { totals } = await station.status();
      return totals.delivered + totals.queued + totals.waiting === count;
    };
    if (!(await comesTrue(isCollected)))
      found.push(`of ${count} files are collected: ${JSON.stringify((await station.status()).totals)}`);
    station.clock.skip(20 * minuteMs);
    for (let minutes = 0; minutes < 8; minutes++) {
      station.clock.skip(minuteMs);
      await comesTrue(() => station.notifications.length > 0, 500);
    }
    const quiet = newRequests();
    // 15 s, 5 and 20 minutes after it began, or once for all that was slept through (holds.ts).
    if (quiet > 3) found.push(`${quiet} requests in the first 58 minutes of the hold, of 3 at most`);
    if (station.notifications.length !== 1)
      found.push(
        `${station.notifications.length} notifications in place of one: ${station.notifications.join("; ")}`,
      );
    if (!(await isHeld())) found.push("the hold has gone by itself");
    const status = await station.status();
    if (!status.needsAttention) found.push(`it does not call for a person: ${status.truth.sentence}`);
    told.push(status, await station.ask("notifications", {}));

    found.push(...(await begun.fix(station)));
    // A probe an hour later finds what nobody told of.
    const isDone = async () => (await station.status()).totals.delivered === count;
    const soon = begun.isTold ? 20_000 : 300;
    if (!(await comesTrue(isDone, soon))) {
      if (begun.isTold) found.push("it does not go on by itself at once");
      // An hour after the last, and up to six minutes more by chance (holds.ts).
      station.clock.skip(40 * minuteMs);
      if (!(await comesTrue(isDone))) found.push("it does not go on by itself");
    }
    const bundle = await station.ask("diagnostics", {});
    const packed = secretIn(gunzipSync(Buffer.from(bundle.base64, "base64")), searched(known));
    if (packed !== null) found.push(`the bundle shows a password as ${packed}`);
    told.push(
      await station.status(),
      await station.ask("notifications", {}),
      await station.ask("settings.export", {}),
    );
    told.push(await station.ask("settings.read", {}), await station.ask("uploads", {}));
    // As a crash would leave it, and as an orderly end does.
    found.push(...(await filesWithSecrets(place.root, searched(known), begun.mayHold)));
    await station.stop();
    hasStopped = true;
    const spoken = secretIn(Buffer.from(JSON.stringify(told)), searched(known));
    if (spoken !== null) found.push(`an answer shows a password as ${spoken}`);
    found.push(...(await filesWithSecrets(place.root, searched(known), begun.mayHold)));
    const fixture = await openFixture(place, { sharedFiles: ground.files });
    const claims = await fixture.claims();
    await fixture.close();
    found.push(...(await oracle.check(claims, { postsAFile: 3, putsAFile: 2 })));
    return found;
  } finally {
    if (!hasStopped) await station.stop();
    await place.remove();
  }
}

function searched(known: readonly string[]) {
  return known.map((secret) => ({ username, secret }));
}

/** Letters that each spelling writes in its own way, and enough of them that no other text holds them. */
function passwordOf(random: Random): string {
  const pipeline = Buffer.from(random.bytes(9)).toString("hex");
  return random.pick([pipeline, `${pipeline} +/%&"\\ä`, `ö€:${pipeline}`, `"${pipeline}'\t`]);
}

/** A secret and the user it belongs to. */
interface Searched {
  readonly username: string;
  readonly secret: string;
}

/** Every file below `folder` that shows one of the secrets in any spelling; `except` are paths that may. */
async function filesWithSecrets(
  folder: string,
  secrets: readonly Searched[],
  except: readonly string[] = [],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || except.includes(path)) continue;
    const spelling = secretIn(await readFile(path), secrets);
    if (spelling !== null) found.push(`${path} shows a password as ${spelling}`);
  }
  return found;
}

/** The spelling in which the bytes show one of the secrets; null when they show none. */
function secretIn(bytes: Uint8Array, secrets: readonly Searched[]): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const searched of secrets)
    for (const [name, spelled] of spellingsOf(searched)) if (buffer.includes(spelled)) return name;
  return null;
}

function spellingsOf({ username, secret }: Searched): readonly (readonly [string, string | Buffer])[] {
  const pair = Buffer.from(`${username}:${secret}`);
  const alone = Buffer.from(secret);
  return [
    ["it is", secret],
    ["JSON", JSON.stringify(secret).slice(1, -1)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ["percent-encoding", encodeURIComponent(secret)],
    [
      "percent-encoding in lower case",
      encodeURIComponent(secret).replace(/%../g, (two) => two.toLowerCase()),
    ],
    ["an address", encodeURI(secret)],
    ["a form field", new URLSearchParams({ "": secret }).toString().slice(1)],
    ["base64 of user:password", pair.toString("base64")],
    ["base64url of user:password", pair.toString("base64url")],
    ["base64", alone.toString("base64")],
    ["base64url", alone.toString("base64url")],
    ["hexadecimal", alone.toString("hex")],
    ["UTF-16", Buffer.from(secret, "utf16le")],
  ];
}
