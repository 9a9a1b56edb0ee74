import type { Failure } from "#domain/cause.ts";
import type { Receipt, Upload, UploadEvent } from "#domain/upload.ts";
import type { FoundVersion, Ledger } from "#engine/ports/ledger.ts";
import type { StationEventKeeper } from "#engine/ports/station-events.ts";
import { fixtureFile, fixtureHash, fixtureNoonMs } from "#test/ports/fixture-files.ts";

const minuteMs = 60_000;

const broken: Failure = {
  cause: "link-broken",
  message: "The connection was lost while the file was being sent. It is retried automatically.",
  portalMessage: null,
};
const troubled: Failure = {
  cause: "portal-error",
  message: "The portal could not take the file. It is retried automatically.",
  portalMessage: "Internal server error",
};
const refused: Failure = {
  cause: "refused",
  message: "The portal refused the file. Look at what it said, then try again.",
  portalMessage: "Unknown tag: zenith",
};
const forbidden: Failure = {
  cause: "no-permission",
  message: "The account may not send for this site. Ask the portal for the permission.",
  portalMessage: "Missing permission",
};

const claimed: UploadEvent = { type: "claimed" };
const damaged = { kind: "damaged", reason: "is empty of data", isAllowed: false } as const;
const announced: UploadEvent = { type: "announced" };
const released: UploadEvent = { type: "released", reason: "paused" };

type Way = (file: FoundVersion, atMs: number) => readonly UploadEvent[];

const hashed = (file: FoundVersion) =>
  ({ type: "hashed", ...fixtureHash(file), mark: file }) as const satisfies UploadEvent;
const confirmed = (file: FoundVersion, atMs: number, kind: Receipt["kind"]): UploadEvent => ({
  type: "confirmed",
  receipt: {
    kind,
    checksum: fixtureHash(file).checksum,
    size: file.size,
    confirmedAtMs: atMs,
    recordFilename: kind === "twin" ? "another_name.nc" : null,
    recordUuid: kind === "twin" ? "11111111-1111-4111-8111-111111111111" : null,
    portal: "https://portal.example",
  },
});
const sent =
  (kind: Receipt["kind"]): Way =>
  (file, atMs) => [claimed, hashed(file), announced, confirmed(file, atMs, kind)];
const fails = (type: "failed-passing" | "failed-final", failure: Failure, atMs: number): UploadEvent =>
  type === "failed-final" ? { type, failure } : { type, failure, notBeforeMs: atMs + 5 * minuteMs };

/** Ways through every state, receipt and lane; each ends where it says. */
const ways: readonly Way[] = [
  sent("stored"),
  sent("replaced"),
  () => [],
  sent("known"),
  (_, atMs) => [claimed, fails("failed-passing", broken, atMs)],
  sent("twin"),
  (file, atMs) => [claimed, hashed(file), announced, fails("failed-passing", troubled, atMs)],
  (_, atMs) => [claimed, fails("failed-final", refused, atMs)],
  (file, atMs) => [claimed, hashed(file), fails("failed-final", forbidden, atMs)],
  (file) => [claimed, hashed(file), announced, released],
  () => [{ type: "cancelled" }],
  (file, atMs) => [
    claimed,
    fails("failed-final", refused, atMs),
    { type: "retried" },
    ...sent("stored")(file, atMs),
  ],
  () => [claimed],
  (file) => [claimed, hashed(file)],
  (file) => [claimed, hashed(file), announced],
  (_, atMs) => [claimed, fails("failed-passing", broken, atMs), { type: "due" }],
  (file, atMs) => [
    claimed,
    { ...hashed(file), content: damaged },
    announced,
    confirmed(file, atMs, "stored"),
  ],
  (file, atMs) => [claimed, { ...hashed(file), content: damaged }, fails("failed-final", refused, atMs)],
];

const files = 60;

/** Fills an empty ledger with uploads of every state, in the order of time. Every seventh file is found again, changed. */
export async function fillFixtureLedger(ledger: Ledger): Promise<void> {
  for (let n = 0; n < files; n++) {
    const atMs = fixtureNoonMs + n * minuteMs;
    await goThrough(ledger, fixtureFile(n), ways[n % ways.length] ?? (() => []), atMs);
    if (n % 7 === 3) {
      const file = fixtureFile(n - 3);
      const changed = { ...file, size: file.size + 5, mtimeUs: file.mtimeUs + 1_000_000 };
      await goThrough(ledger, changed, n % 2 === 0 ? () => [] : sent("replaced"), atMs + 1_000);
    }
  }
}

async function goThrough(ledger: Ledger, file: FoundVersion, way: Way, atMs: number): Promise<void> {
  const [found] = await ledger.enqueue([file], atMs);
  if (found === undefined) throw new Error(`${file.relPath} was held already`);
  let upload: Upload = found;
  for (const [index, event] of way(file, atMs + 500).entries()) {
    const next = await ledger.apply(upload.id, event, atMs + 100 * (index + 1));
    if (next === null) throw new Error(`${event.type} does not apply to ${upload.state}`);
    upload = next;
  }
}

/** An outage that was over once and lasts, settings that changed, an instrument that was silent, and a run that was stopped. */
export async function fillFixtureEvents(keeper: StationEventKeeper): Promise<void> {
  const ms = (minutes: number) => fixtureNoonMs + minutes * minuteMs;
  const outage = { kind: "outage", subject: "" } as const;
  const detail = { cause: "unreachable", message: "The portal does not answer." } as const;
  const silent = { kind: "silent", subject: "Cloud radar" } as const;
  const settings = [{ instrument: null, key: "portal.concurrency", change: "changed" }] as const;
  await keeper.recordEvents(
    [
      { type: "begin", ...outage, fromMs: ms(1), detail },
      { type: "end", ...outage, toMs: ms(20) },
      { type: "begin", ...silent, fromMs: ms(5), detail: {} },
      { type: "end", ...silent, toMs: ms(50) },
      { type: "begin", ...outage, fromMs: ms(25), detail },
      { type: "note", kind: "settings-changed", subject: "", atMs: ms(30), detail: { settings } },
      { type: "begin", kind: "stopped", subject: "", fromMs: ms(60), detail: {} },
    ],
    { version: "0.1.0", aliveMs: ms(60), settings: { "portal.concurrency": "0123456789abcdef" } },
  );
}
