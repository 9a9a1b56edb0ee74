import { createConnectionTest } from "#adapters/portal/connection-test.ts";
import type { Cause } from "#domain/cause.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { liveFailureType } from "#test/support/portals/live-types.ts";
import { startWire, textAnswer, type Wire } from "#test/support/portals/wire.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { announceAndSend, type Ground, openPlace, rescanAll, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

/** Result that a text of the portal must have for one file. */
type Comes =
  /** Blocked after one attempt. */
  | { readonly kind: "blocked"; readonly cause: Cause }
  /** Waits and is tried by itself. */
  | { readonly kind: "waiting"; readonly cause: Cause }
  /** The portal has the bytes, and says so when asked. */
  | { readonly kind: "delivered" }
  /** The station's own trouble: every file waits, and none is blamed. */
  | { readonly kind: "held"; readonly cause: Cause };

/** A failure text of `/upload/*`. */
interface FailureText {
  readonly status: string;
  readonly body: string;
  readonly atPost: Comes;
  readonly atPut: Comes;
}

const blocked = (cause: Cause): Comes => ({ kind: "blocked", cause });
const waiting = (cause: Cause): Comes => ({ kind: "waiting", cause });
const both = (one: Comes): Pick<FailureText, "atPost" | "atPut"> => ({ atPost: one, atPut: one });

/** The failure texts of docs/portal/observed.md §1 and §2. */
const failureTexts: readonly FailureText[] = [
  { status: "400 Bad Request", body: "", ...both(blocked("refused")) },
  { status: "400 Bad Request", body: "Request is not JSON", ...both(blocked("refused")) },
  {
    status: "400 Bad Request",
    body: "No metadata matches this hash",
    atPost: blocked("refused"),
    atPut: waiting("record-in-use"),
  },
  {
    status: "400 Bad Request",
    body: "Checksum does not match file contents",
    atPost: blocked("refused"),
    atPut: waiting("file-changing"),
  },
  { status: "401 Unauthorized", body: "Unauthorized", ...both({ kind: "held", cause: "credentials" }) },
  { status: "401 Unauthorized", body: "Missing permission", ...both(blocked("no-permission")) },
  {
    status: "409 Conflict",
    body: "File already uploaded",
    atPost: { kind: "delivered" },
    atPut: waiting("portal-error"),
  },
  { status: "413 Payload Too Large", body: "request entity too large", ...both(blocked("too-large")) },
  { status: "415 Unsupported Media Type", body: "unsupported charset", ...both(blocked("refused")) },
  {
    status: "422 Unprocessable Entity",
    body: "Request is missing instrumentPid",
    ...both(blocked("refused")),
  },
  { status: "422 Unprocessable Entity", body: "Unknown site", ...both(blocked("refused")) },
  {
    status: "422 Unprocessable Entity",
    body: "Filename contains forbidden characters: a b.nc",
    ...both(blocked("refused")),
  },
  { status: "500 Internal Server Error", body: "{}", ...both(waiting("portal-error")) },
  {
    status: "500 Internal Server Error",
    body: "Internal server error: disk full",
    ...both(waiting("portal-error")),
  },
];

interface Case {
  readonly method: "POST" | "PUT";
  readonly status: string;
  readonly body: string;
  /** Null: the answer names no type. */
  readonly type: string | null;
  readonly comes: Comes;
}

const types = [liveFailureType, null];
const cases = failureTexts.flatMap(({ status, body, atPost, atPut }) =>
  types.flatMap((type): readonly Case[] => [
    { method: "POST", status, body, type, comes: atPost },
    { method: "PUT", status, body, type, comes: atPut },
  ]),
);

/** The portal calls its failure texts web pages, or nothing at all, and means one file. */
export const liveTypesRow: Row = {
  id: "F25",
  fault: "every failure text under the live portal's own types, at POST and PUT, for one file of many",
  promise: "that file's outcome only; the station goes on; Test connection is right",
  run: (trial) =>
    withPortal(async (ground) => {
      const wire = await startWire(ground.portal.url);
      try {
        for (const one of trial.sample(cases, 2))
          for (let round = 1; round <= trial.rounds(10, 1); round++) {
            const { status, body, type, method } = one;
            const name = `${status} '${body}' as ${type ?? "nothing"} at ${method}, round ${round}`;
            await trial.step(name, (random) => refuseOne(ground, wire, one, random));
          }
      } finally {
        await wire.close();
      }
    }),
};

/** Files of the second instrument, which sends for a site of its own. */
const otherPattern = "**/other_%Y%m%d_*.nc";
const otherSite = "lindenberg";
const longPauseMs = 16 * 60_000;

async function refuseOne(
  ground: Ground,
  wire: Wire,
  { method, status, body, type, comes }: Case,
  random: Random,
): Promise<readonly string[]> {
  const { portal, files } = ground;
  await using made = await openPlace(ground, random, { portalUrl: wire.url });
  const { oracle, site } = made;
  const other: Instrument = { ...made.instrument, name: "Other", site: otherSite, pattern: otherPattern };
  const settings = { ...made.settings, instruments: [made.instrument, other] };
  const place: Place = { ...made, settings };
  const clock = new WarpClock({ random });
  await using fixture = await openFixture(place, { sharedFiles: files, clock });
  await using pipeline = fixture.pipeline();
  const bytes = random.bytes(random.pick([random.int(1, 3000), random.int(300_000, 700_000)]));
  const checksum = md5(bytes);
  const identity = { site: otherSite, measurementDate: today() };
  const otherName = `other_${identity.measurementDate.replaceAll("-", "")}_bad.nc`;
  await oracle.finished(await place.write(otherName, bytes), identity);
  const good = random.int(3, 8);
  for (let n = 1; n <= good; n++) await made.finish(sampleName(`${n}`), random.bytes(random.int(1, 9000)));
  if (comes.kind === "delivered") {
    // Under another name, or the station would know without announcing it.
    const filename = otherName.replace("bad", "twin");
    await announceAndSend(portal, { ...other, filename, ...identity, checksum }, bytes);
    oracle.stood(place.path(filename), identity, bytes);
    oracle.keptBack(place.path(filename), "another station sent it");
  }
  await oracle.seal(place.instrument.folder);
  let met = 0;
  wire.judge((passing) => {
    if (passing.direction !== "request" || passing.method !== method) return "pass";
    const isBad = method === "PUT" ? passing.path.endsWith(checksum) : passing.bytes.includes(checksum);
    if (!isBad) return "pass";
    met += 1;
    return { answer: textAnswer(status, body, type) };
  });
  await rescanAll(pipeline);
  const found = [...(await checkOutcome(fixture, pipeline, comes, good))];
  if (met === 0) found.push("the answer was never given");
  if (comes.kind !== "held") {
    // New files come while the one is still there.
    await made.finish(sampleName("later"), random.bytes(500));
    await oracle.seal(place.instrument.folder);
    await rescanAll(pipeline);
    const { delivered } = await fixture.ledger.totals();
    const wanted = good + 1 + (comes.kind === "delivered" ? 1 : 0);
    if (delivered !== wanted) found.push(`of a later file: ${delivered} delivered, not ${wanted}`);
    if (met > 3 && comes.kind === "blocked") found.push(`${met} requests for a file that is refused`);
  }
  found.push(...(await checkConnectionTest(wire, site)));
  wire.judge(() => "pass");
  await fixture.ledger.applyAll({ states: ["blocked"] }, { type: "retried" }, clock.nowMs());
  pipeline.refusals.forget();
  pipeline.holds.tryNow();
  for (let n = 0; n < 4; n++) {
    clock.skip(longPauseMs);
    await pipeline.scheduler.idle();
  }
  return [...found, ...(await oracle.check(await fixture.claims()))];
}

async function checkOutcome(
  fixture: OpenedFixture,
  pipeline: Pipeline,
  comes: Comes,
  good: number,
): Promise<string[]> {
  const found: string[] = [];
  const want = (isSo: boolean, otherwise: string): void => {
    if (!isSo) found.push(`${comes.kind}: ${otherwise}`);
  };
  const { delivered, blocked, waiting } = await fixture.ledger.totals();
  const causes = (await fixture.ledger.causes()).map(({ cause }) => cause).join(", ");
  const [hold] = pipeline.holds.list();
  if (comes.kind === "held" && hold === undefined) {
    // Another file was taken before with this password.
    want(delivered === good, `${delivered} of ${good} good files delivered`);
    want(waiting === 1 && causes === "stopped-alone", `${waiting} wait, and the cause is ${causes}`);
    return found;
  }
  if (comes.kind === "held") {
    want(hold?.cause === comes.cause, `the hold is ${hold?.cause}, not ${comes.cause}`);
    want(blocked + waiting === 0, `files are blamed: ${causes}`);
    return found;
  }
  want(hold === undefined, `everything is held: ${hold?.cause}: ${hold?.message}`);
  want(
    delivered === good + (comes.kind === "delivered" ? 1 : 0),
    `${delivered} of ${good} good files delivered`,
  );
  want(blocked === (comes.kind === "blocked" ? 1 : 0), `${blocked} files are blocked`);
  want(waiting === (comes.kind === "waiting" ? 1 : 0), `${waiting} files wait`);
  if (comes.kind !== "delivered") want(causes === comes.cause, `the cause is ${causes}, not ${comes.cause}`);
  return found;
}

/** Checks the words of *Test connection* while one file is refused. */
async function checkConnectionTest(wire: Wire, site: string): Promise<readonly string[]> {
  const clock = new WarpClock();
  const keptPassword = async () => ({ message: "none" });
  const { run } = createConnectionTest({ clock, version: "0.0.0-test", keptPassword, onSecret: () => {} });
  const said = async (password: string, of: string): Promise<string> => {
    const usual = { url: wire.url, username: "station", caFile: null, proxy: null, allowInsecureHttp: false };
    const report = await run({ ...usual, password, site: of }, new AbortController().signal);
    const failed = report?.steps.find(({ state }) => state === "failed");
    const permission = report?.steps.find(({ name }) => name === "permission");
    return failed === undefined ? `permission ${permission?.state}` : `${failed.name}: ${failed.message}`;
  };
  const found: string[] = [];
  const right = await said("station", site);
  if (right !== "permission ok") found.push(`Test connection, all right: ${right}`);
  const wrong = await said("wrong", site);
  if (!wrong.startsWith("password: The portal does not accept")) found.push(`wrong password: ${wrong}`);
  const unknown = await said("station", "atlantis");
  if (!/^permission: .*atlantis/.test(unknown)) found.push(`unknown site: ${unknown}`);
  return found;
}
