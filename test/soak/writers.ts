import { writeFile } from "node:fs/promises";
import { type Random, seededRandom } from "#test/support/builders/seeded-random.ts";
import { sleeping, spanOf } from "./fault-round.ts";
import { GrowingFile } from "./growing-file.ts";
import type { InstrumentFolder } from "./instrument-folder.ts";
import { type SimulatedTime, utcParts } from "./simulated-time.ts";
import { type Series, type SoakInstrument, sizeIn, soakSite } from "./soak-instruments.ts";
import type { SoakPlan } from "./soak-plan.ts";
import type { WrittenRecord } from "./written-record.ts";

/** Parts that the instruments share. */
export interface WritersParts {
  readonly plan: SoakPlan;
  readonly time: SimulatedTime;
  readonly record: WrittenRecord;
  /** Each finishes the file that it is writing with what it has. */
  readonly ending: AbortSignal;
}

const minuteMs = 60_000;
/** A growing file has at most so many pieces. */
const mostPieces = 150;

/** Lets an instrument write until the end. */
export async function runInstrument(
  parts: WritersParts,
  instrument: SoakInstrument,
  folder: InstrumentFolder,
): Promise<void> {
  const writing = instrument.series.map((series) => writeSeries(parts, instrument, folder, series));
  if (instrument.dayFile !== null) writing.push(writeDayFiles(parts, instrument.dayFile, folder));
  await Promise.all(writing);
}

async function writeSeries(
  { plan, time, record, ending }: WritersParts,
  { name, input }: SoakInstrument,
  folder: InstrumentFolder,
  series: Series,
): Promise<void> {
  const startedAt = performance.now();
  const until = (simulatedMs: number) =>
    sleeping(startedAt + time.untilMs(simulatedMs) - performance.now(), ending);
  const growsMs = (series.growsMinutes * minuteMs) / plan.speed;
  const pieces = Math.max(2, Math.min(mostPieces, Math.floor(growsMs / (plan.settleSeconds * 400))));
  for (let atMs = time.startMs; !ending.aborted; atMs += series.everyMinutes * minuteMs) {
    await until(atMs);
    if (ending.aborted) return;
    const relPath = series.relPath(atMs);
    const path = folder.pathOf(relPath);
    const random = seededRandom(`${plan.seed}/${name}/${relPath}`);
    const identity = identityOf(input.tags, utcParts(atMs).date);
    const file = new GrowingFile({
      folder,
      path,
      settleMs: plan.settleSeconds * 1000,
      isSentGrowing: false,
      stood: (bytes) => record.stood(path, identity, bytes),
      finished: () => record.finished(path, identity, false),
    });
    const pieceBytes = Math.ceil((sizeIn(plan, series.size) * (0.8 + random.next() * 0.4)) / pieces);
    for (let index = 0; index < pieces && !ending.aborted; index++) {
      await file.append(random.bytes(pieceBytes));
      await until(atMs + ((index + 1) / pieces) * series.growsMinutes * minuteMs);
    }
    await file.finish();
  }
}

/** A file a real day, a telegram a minute of the instrument. */
async function writeDayFiles(
  { plan, record, ending }: WritersParts,
  nameOf: (date: string) => string,
  folder: InstrumentFolder,
): Promise<void> {
  const random = seededRandom(`${plan.seed}/day file`);
  while (!ending.aborted) {
    const { date } = utcParts(Date.now());
    const path = folder.pathOf(nameOf(date));
    const identity = identityOf(undefined, date);
    const file = new GrowingFile({
      folder,
      path,
      settleMs: plan.settleSeconds * 1000,
      isSentGrowing: true,
      stood: (bytes) => record.stood(path, identity, bytes),
      finished: () => record.finished(path, identity, true),
    });
    while (!ending.aborted && utcParts(Date.now()).date === date) {
      const spectrum = Array.from({ length: 40 }, () => String(random.int(0, 999)).padStart(3, "0"));
      await file.append(new TextEncoder().encode(`${new Date().toISOString()};${spectrum.join(";")}\r\n`));
      await sleeping(minuteMs / plan.speed, ending);
    }
    await file.finish();
  }
}

/** Now and then an operator or a program of the instrument writes a finished file again. Gives how many. */
export async function rewriteFiles(
  { plan, record, ending }: WritersParts,
  folders: readonly InstrumentFolder[],
  random: Random,
): Promise<number> {
  for (let rewritten = 0; ; rewritten++) {
    await sleeping(spanOf(random, plan.rewriteGap), ending);
    if (ending.aborted) return rewritten;
    const [file] = random.shuffled(record.closedFiles().slice(-50));
    const folder = folders.find(({ path }) => file?.path.startsWith(`${path}/`));
    if (file === undefined || folder === undefined) continue;
    const bytes = random.bytes(random.int(1, 300_000));
    await folder.during(async () => {
      record.stood(file.path, file.identity, bytes);
      await writeFile(file.path, bytes);
      await record.finished(file.path, file.identity, false);
    });
  }
}

function identityOf(tags: readonly string[] | undefined, measurementDate: string) {
  return { site: soakSite, measurementDate, tags: tags ?? [] };
}
