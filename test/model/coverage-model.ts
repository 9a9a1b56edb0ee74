import fc from "fast-check";
import { addDays } from "#base/dates.ts";
import { baseName } from "#domain/file-version.ts";
import type { Instrument } from "#domain/settings.ts";
import {
  type CoverageStation,
  checksumOf,
  instrumentsIn,
  openCoverageStation,
  type StoryFile,
  today,
} from "#test/engine/coverage/coverage-station.ts";
import { countsOf, plainDay } from "#test/engine/coverage/plain-days.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";
import { ListedPortal, type ListMood, listMoods } from "./listed-portal.ts";
import type { ModelRequest } from "./model-run.ts";

/** What may happen, to a file or record that `which` chooses. */
const acts = [
  "measures and sends",
  "measures and sends",
  "measures",
  "calls delivered what is never stored",
  "processes",
  "judges invalid",
  "announces again",
  "removes",
  "removes",
  "replaces the content",
  "has a file of another PC",
  "asks",
  "asks",
  "asks",
  "sends what is missing",
  "crash",
] as const;

type Step = readonly [act: (typeof acts)[number] | ListMood, which: number];

const steps: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...acts, ...listMoods), fc.nat(40));
const from = addDays(today, -4);
const dayCount = 4;
const portalAddress = { url: "http://127.0.0.1:9" };

/**
 * Files are measured, the portal does with them what it likes, lists are read or fail. Once they were read after the last
 * change, every day is as in the portal's store; at any moment nothing is called accepted, processed or invalid that never
 * was, and what is missing is sent again, nothing else. Gives the shrunk counter-example; null when all held.
 */
export async function runCoverageModel({ seed, runs, path, withinMs }: ModelRequest): Promise<string | null> {
  const property = fc.asyncProperty(fc.array(steps, { minLength: 20, maxLength: 40 }), async (chosen) => {
    const portal = new ListedPortal();
    const life = new CoverageLife(portal, await openCoverageStation(portalAddress, { lists: portal }));
    try {
      for (const step of chosen) await life.happen(step);
    } finally {
      await life.station.close();
    }
  });
  const details = await fc.check(property, {
    seed,
    numRuns: runs,
    ...(path === undefined ? {} : { path }),
    ...(withinMs === undefined ? {} : { interruptAfterTimeLimit: withinMs }),
  });
  if (!details.failed) return null;
  const { errorInstance: error } = details;
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${await fc.asyncDefaultReportMessage(details)}\n${said}`;
}

class CoverageLife {
  station: CoverageStation;
  readonly #portal: ListedPortal;
  readonly #instruments: readonly Instrument[] = instrumentsIn("/data");
  readonly #measured: StoryFile[] = [];
  /** Nothing has changed since the lists were read. */
  #isRead = false;

  constructor(portal: ListedPortal, station: CoverageStation) {
    this.#portal = portal;
    this.station = station;
  }

  async happen([act, which]: Step): Promise<void> {
    this.#portal.nowMs = this.station.clock.nowMs();
    if (act === "asks") await this.#ask();
    else if (act === "sends what is missing") await this.#sendMissing();
    else if (act === "crash") {
      const before = this.station;
      this.station = await before.killed();
      await before.close();
    } else {
      this.#isRead = false;
      await this.#change(act, which);
    }
    await this.station.clock.advance(60_000);
    await this.#look(`${act} ${which}`);
  }

  async #change(act: Step[0], which: number): Promise<void> {
    const record = this.#portal.records[which % Math.max(1, this.#portal.records.length)];
    const next = this.#newFile(which);
    switch (act) {
      case "measures and sends":
        this.#store(next);
        return await this.#measure(next);
      case "measures":
        return await this.#measure({ ...next, fate: "not-sent" });
      case "calls delivered what is never stored":
        return await this.#measure(next);
      case "has a file of another PC":
        return this.#store(next);
      case "processes":
        return this.#portal.alter(record, { status: "processed" });
      case "judges invalid":
        return this.#portal.alter(record, { status: "invalid" });
      case "announces again":
        return this.#portal.alter(record, { status: "created" });
      case "replaces the content":
        return this.#portal.alter(record, { status: "uploaded", checksum: md5(`another ${which}`) });
      case "removes":
        return this.#portal.remove(record);
      default:
        this.#portal.mood = listMoods.find((mood) => mood === act) ?? "lists well";
    }
  }

  #newFile(which: number): StoryFile {
    const instrument = this.#instruments[which % this.#instruments.length];
    if (instrument === undefined) throw new Error("The demo has no instruments.");
    const date = addDays(from, which % dayCount);
    const relPath = `${date}/${date}_${this.#measured.length}_${this.#portal.records.length}_${which}.nc`;
    return { instrument, date, relPath, fate: "uploaded" };
  }

  async #measure(file: StoryFile): Promise<void> {
    this.#measured.push(file);
    await this.station.measure([file]);
  }

  #store(file: StoryFile): void {
    const { instrument, date, relPath } = file;
    const { site: siteId, pid: instrumentPid, tags } = instrument;
    const own = { filename: baseName(relPath), measurementDate: date, siteId, instrumentPid, tags };
    this.#portal.store(instrument.instrument, { ...own, checksum: checksumOf(file) });
  }

  async #ask(): Promise<void> {
    const { clock, sync } = this.station;
    let answer: boolean | null = null;
    const asking = sync.readMonths({ from, to: today }, new AbortController().signal).then((isWhole) => {
      answer = isWhole;
    });
    while (answer === null) await clock.advance(1_000);
    await asking;
    if (answer) this.#isRead = true;
    else if (!this.#portal.hasFailedSince(clock.nowMs() - 3_600_000))
      throw new Error("the lists were not read");
    this.#portal.mood = "lists well";
  }

  async #sendMissing(): Promise<void> {
    const { ledger, coverage } = this.station;
    const before = await ledger.list({ states: ["delivered"] }, 1000, null);
    await coverage.sendMissing(from, today, null);
    for (const { id, checksum, relPath } of before) {
      if ((await ledger.get(id))?.state === "delivered" || checksum === null) continue;
      const isThere = this.#portal.received().some((record) => record.checksum === checksum);
      if (isThere && this.#isRead) throw new Error(`${relPath} is accepted, and is sent again`);
      const file = this.#measured.find((one) => checksumOf(one) === checksum);
      if (file === undefined) throw new Error(`${relPath} was never measured`);
      // The next rescan finds it, and an attempt delivers it.
      await this.station.measure([file]);
      if (!isThere) this.#store(file);
      this.#isRead = false;
    }
    if (this.#isRead && this.#lost().length > 0) throw new Error(`not sent: ${this.#lost().join(", ")}`);
  }

  /** Delivered, and neither its bytes nor others are on the portal under its name. */
  #lost(): readonly string[] {
    const received = this.#portal.received();
    return this.#measured.flatMap((file) => {
      if (file.fate === "not-sent") return [];
      const isKnown = received.some(
        ({ checksum, filename }) => checksum === checksumOf(file) || filename === baseName(file.relPath),
      );
      return isKnown ? [] : file.relPath;
    });
  }

  async #look(after: string): Promise<void> {
    const { coverage } = this.station;
    const report = await coverage.days(from, addDays(from, dayCount - 1), null);
    const found: string[] = [];
    for (const day of report?.days ?? []) {
      const instrument = this.#instruments.find(({ name }) => name === day.instrument);
      if (instrument === undefined) continue;
      const truth = plainDay(instrument, day.date, this.#measured, this.#portal.records);
      const [told, wanted] = [JSON.stringify(countsOf(day)), JSON.stringify(truth)];
      if (this.#isRead && told !== wanted) found.push(`it says ${told}, and the store has ${wanted}`);
      if (day.state === "complete" && day.measured > day.processed + day.invalid)
        found.push(`${day.instrument} ${day.date} is complete with ${told}`);
      const files = (await coverage.day(day.instrument, day.date))?.files ?? [];
      for (const { relPath, layer, uploadId } of files) {
        const file = this.#measured.find((one) => uploadId !== null && one.relPath === relPath);
        if (file === undefined || layer === "missing" || layer === "other-content") continue;
        const was = layer === "accepted" ? "uploaded" : layer;
        if (!this.#portal.everWas(checksumOf(file), was))
          found.push(`${relPath} is called ${layer} and never was`);
      }
    }
    if (found.length > 0) throw new Error(`after ${after}:\n  ${found.join("\n  ")}`);
  }
}
