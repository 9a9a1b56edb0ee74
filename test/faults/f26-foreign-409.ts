import type { Cause } from "#domain/cause.ts";
import { issuesOf } from "#station/status/issues.ts";
import type { StationPipeline } from "#station/status/station-ports.ts";
import { statusOf } from "#station/status/status.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName, today } from "#test/support/builders/station-place.ts";
import { startWire, textAnswer, type Wire } from "#test/support/portals/wire.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, rescanAll, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

interface Case {
  readonly name: string;
  readonly body: string;
  readonly type: string;
  readonly cause: Cause;
}

const text = "text/html; charset=utf-8";

const cases: readonly Case[] = [
  { name: "right words", body: "File already uploaded", type: text, cause: "portal-contradiction" },
  { name: "empty", body: "", type: text, cause: "portal-error" },
  { name: "locked", body: "locked", type: "text/plain", cause: "portal-error" },
  {
    name: "JSON of a gateway",
    body: '{"status":409,"errors":["File already uploaded"]}',
    type: "application/json",
    cause: "portal-error",
  },
  { name: "web page", body: "<!doctype html><title>Conflict</title>", type: text, cause: "portal-error" },
];

/** Answers of the look-ups meanwhile. */
const lookUps = ["nothing", "another checksum", "announced only", "failing"] as const;

/** Something answers an announcement with 409, and no record explains it. */
export const foreign409Row: Row = {
  id: "F26",
  fault: "409 with foreign, empty or right words, both look-ups empty",
  promise: "never delivered; waiting with its cause; told; the other files go on",
  run: (trial) =>
    withPortal(async (ground) => {
      const wire = await startWire(ground.portal.url);
      try {
        for (const one of cases)
          for (let round = 1; round <= trial.rounds(10, 2); round++)
            await trial.step(`${one.name}, round ${round}`, (random) => refuse(ground, wire, one, random));
      } finally {
        await wire.close();
      }
    }),
};

async function refuse(
  ground: Ground,
  wire: Wire,
  { body, type, cause }: Case,
  random: Random,
): Promise<readonly string[]> {
  const { files } = ground;
  await using place = await openPlace(ground, random, {
    portalUrl: wire.url,
    // Its files are random bytes, which is another cause.
    instrument: { check: "off" },
  });
  const { oracle, site } = place;
  const clock = new WarpClock({ random });
  await using fixture = await openFixture(place, { sharedFiles: files, clock });
  await using pipeline = fixture.pipeline();
  const identity = { site, measurementDate: today() };
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    await oracle.finished(await place.write(sampleName(name), bytes), identity);
    await oracle.seal(place.instrument.folder);
  };
  const bytes = random.bytes(random.int(1, 3000));
  const good = random.int(2, 6);
  await write("bad", bytes);
  for (let n = 1; n <= good; n++) await write(`${n}`, random.bytes(random.int(1, 9000)));
  const lookUp = cause === "portal-error" ? "nothing" : random.pick(lookUps);
  const expected: Cause = lookUp === "failing" ? "portal-error" : cause;
  answerFalsely(wire, md5(bytes), textAnswer("409 Conflict", body, type), lookUp);
  const found: string[] = [];
  const look = async (when: string, delivered: number): Promise<void> => {
    found.push(
      ...(await judge(fixture, pipeline, { expected, delivered, lookUp })).map((line) => `${when}: ${line}`),
    );
  };
  await rescanAll(pipeline);
  await look("at first", good);
  await write("later", random.bytes(500));
  await rescanAll(pipeline);
  for (let hour = 1; hour <= 6; hour++) {
    clock.skip(62 * 60_000);
    await pipeline.scheduler.idle();
  }
  await look("after six hours", good + 1);
  wire.judge(() => "pass");
  clock.skip(62 * 60_000);
  await pipeline.scheduler.idle();
  return [...found, ...(await oracle.check(await fixture.claims()))];
}

/** Requests about the file and lists of its day; all others pass. */
function answerFalsely(
  wire: Wire,
  checksum: string,
  conflict: string,
  lookUp: (typeof lookUps)[number],
): void {
  const other = { ...emptyRecord, checksum: "0".repeat(32), status: "uploaded" };
  const announced = { ...emptyRecord, checksum, status: "created" };
  const records = { nothing: null, "another checksum": other, "announced only": announced, failing: null };
  const record = records[lookUp];
  const json = "application/json; charset=utf-8";
  wire.judge(({ direction, method, path, bytes }) => {
    if (direction !== "request") return "pass";
    if (method === "POST" && bytes.includes(checksum)) return { answer: conflict };
    if (method !== "GET") return "pass";
    const isList = path.includes("/api/raw-files");
    if (!isList && !path.includes(checksum)) return "pass";
    if (lookUp === "failing") return { answer: textAnswer("500 Internal Server Error", "{}", json) };
    if (isList)
      return { answer: textAnswer("200 OK", JSON.stringify(record === null ? [] : [record]), json) };
    if (record === null) return { answer: textAnswer("404 Not Found", "Not Found", "text/plain") };
    return { answer: textAnswer("200 OK", JSON.stringify(record), json) };
  });
}

async function judge(
  fixture: OpenedFixture,
  pipeline: StationPipeline,
  want: { readonly expected: Cause; readonly delivered: number; readonly lookUp: string },
): Promise<readonly string[]> {
  const status = await statusOf(pipeline, fixture.fixture, () => "prompt");
  const { delivered, waiting } = status.totals;
  const causes = status.causes.map(({ cause }) => cause).join(", ");
  const found: string[] = [];
  if (delivered !== want.delivered) found.push(`${delivered} delivered, not ${want.delivered}`);
  if (waiting !== 1) found.push(`${waiting} are waiting, not 1`);
  if (causes !== want.expected) found.push(`the cause is "${causes}", not ${want.expected} (${want.lookUp})`);
  if (pipeline.holds.list().length > 0)
    found.push(`everything is held: ${pipeline.holds.list()[0]?.message}`);
  const told = issuesOf(status, fixture.fixture.clock.nowMs()).map(({ key }) => key);
  if (!told.includes(`files:${want.expected}`))
    found.push(`it is not told, only ${told.join(", ") || "nothing"}`);
  return found;
}

const emptyRecord = {
  uuid: "11111111-1111-4111-8111-111111111111",
  filename: sampleName("bad"),
  measurementDate: today(),
  size: "0",
  createdAt: "2026-11-22T00:00:00.000Z",
  updatedAt: "2026-11-22T00:00:00.000Z",
  siteId: "hyytiala",
  instrumentId: "cl61d",
  instrumentPid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
  tags: [],
  downloadUrl: "http://127.0.0.1/none",
};
