import { modelPid } from "#domain/portal-records.ts";
import { statusOf } from "#station/status/status.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName } from "#test/support/builders/station-place.ts";
import { startWire, type Wire } from "#test/support/portals/wire.ts";
import { openFixture } from "./open-fixture.ts";
import { type Ground, openPlace, rescanAll, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { strangeAnswers } from "./strange-answers.ts";
import { WarpClock } from "./warp-clock.ts";

type Method = "POST" | "PUT";

const model = { kind: "model", instrument: "ecmwf", pid: modelPid("ecmwf") } as const;
const minuteMs = 60_000;

/** Something between here and the portal does not like one file. */
export const poisonedFileRow: Row = {
  id: "F38",
  fault: "every POST or PUT of one file is answered 302 to 507, with a page or with garbage",
  promise:
    "all other files are delivered, also those that come later; the one is named, and delivered once it can be",
  run: (trial) =>
    withPortal(async (ground) => {
      const wire = await startWire(ground.portal.url);
      try {
        for (const answer of Object.keys(strangeAnswers))
          for (const method of trial.sample(["POST", "PUT"] as const, 2))
            for (const kind of ["instrument", "model"] as const)
              for (
                let round = 1;
                round <= trial.rounds(5, kind === "model" && method === "POST" ? 0 : 1);
                round++
              )
                await trial.step(`${answer} at ${method} of ${kind}, round ${round}`, (random) =>
                  poison(ground, wire, { answer, method, isModel: kind === "model" }, random),
                );
      } finally {
        await wire.close();
      }
    }),
};

async function poison(
  ground: Ground,
  wire: Wire,
  { answer, method, isModel }: { answer: string; method: Method; isModel: boolean },
  random: Random,
): Promise<readonly string[]> {
  const { files: sharedFiles } = ground;
  await using place = await openPlace(ground, random, {
    portalUrl: wire.url,
    ...(isModel ? { instrument: model } : {}),
  });
  const { oracle } = place;
  const clock = new WarpClock({ random });
  await using fixture = await openFixture(place, { sharedFiles, clock });
  await using pipeline = fixture.pipeline();
  const found: string[] = [];
  const bad = random.bytes(random.int(1, 3000));
  const first = random.int(1, 6);
  // A password that was accepted once is not doubted because of one answer.
  await place.finish(sampleName("0"), random.bytes(20));
  await rescanAll(pipeline);
  // The file is at fault from the start, or while an outage ends.
  let isOutage = random.int(0, 1) === 1;
  wire.judge(({ direction, method: asked, path, bytes }) => {
    if (direction !== "request" || asked !== method) return "pass";
    if (isOutage) return { answer: strangeAnswers["503"] ?? "" };
    return path.includes(md5(bad)) || bytes.includes(md5(bad))
      ? { answer: strangeAnswers[answer] ?? "" }
      : "pass";
  });
  await place.finish(sampleName("bad"), bad);
  // First in the queue, it is the first to probe.
  if (isOutage) await rescanAll(pipeline);
  for (let n = 1; n <= first; n++) await place.finish(sampleName(`${n}`), random.bytes(random.int(1, 9000)));
  await rescanAll(pipeline);
  const look = async (when: string, delivered: number): Promise<void> => {
    const { totals, causes } = await statusOf(pipeline, fixture.fixture, () => "prompt");
    if (totals.delivered !== delivered)
      found.push(`${when}: ${totals.delivered} delivered, not ${delivered}`);
    const [hold] = pipeline.holds.list();
    if (hold !== undefined) found.push(`${when}: everything is held: ${hold.message}`);
    const [cause, ...others] = causes.filter(
      // Content of chance is no netCDF, which is told as well.
      (one) => one.count > 0 && one.cause !== "damaged-file",
    );
    const isNamed = answer === "500" || cause?.message.includes(sampleName("bad"));
    if (answer !== "500" && when.startsWith("after") && !cause?.message.includes("Other files continue."))
      found.push(`${when}: it is not told that others continue: ${cause?.message}`);
    const isAlone = ["stopped-alone", "portal-error"].includes(cause?.cause ?? "");
    if (totals.waiting > 0 && !(isAlone && isNamed && others.length === 0))
      found.push(`${when}: the file is told as ${causes.map(({ message }) => message).join("; ")}`);
  };
  const after = async (ms: number): Promise<void> => {
    clock.skip(ms);
    await pipeline.scheduler.idle();
  };
  await after(6_000);
  if (isOutage) {
    if (pipeline.holds.list().length === 0) found.push("an outage is no hold");
    isOutage = false;
    for (let n = 0; n < 10 && pipeline.holds.list().length > 0; n++) await after(16 * minuteMs);
  }
  await after(20_000);
  await look("within half a minute", first + 1);
  for (let n = 1; n <= 22; n++) await place.finish(sampleName(`later${n}`), random.bytes(200));
  await rescanAll(pipeline);
  await look("with later files", first + 23);
  for (let n = 1; n <= 6; n++) {
    await after(16 * minuteMs);
    await look(`after ${n * 16} minutes`, first + 23);
  }
  const [stopped] = await fixture.ledger.list({ states: ["waiting"] }, 10, null);
  if ((stopped?.attempts ?? 0) < 3) found.push(`it was tried ${stopped?.attempts} times only`);
  wire.judge(() => "pass");
  await after(16 * minuteMs);
  await look("when it can pass", first + 24);
  await oracle.seal(place.instrument.folder);
  return [...found, ...(await oracle.check(await fixture.claims()))];
}
