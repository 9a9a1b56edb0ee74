import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { addDays, startOfDayMs, todayUtc } from "#base/dates.ts";
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
import { md5 } from "#test/support/builders/engine-fixture.ts";
import { type CoverageStory, type MeasuredFile, recentDays, wrongIn } from "./coverage-oracle.ts";
import { ListedPortal, type ListMood, listMoods } from "./listed-portal.ts";
import type { ModelRequest } from "./model-run.ts";

/** Possible acts on a file or record that `which` chooses. */
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
  "refuses or tells what changed",
  "asks",
  "asks",
  "asks",
  "reads by the hour",
  "reads by the hour",
  "reads for a day",
  "sends what is missing",
  "crash",
] as const;

type Step = readonly [act: (typeof acts)[number] | ListMood, which: number];

const steps: fc.Arbitrary<Step> = fc.tuple(fc.constantFrom(...acts, ...listMoods), fc.nat(40));
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** An hour, the hour for which a list that failed is left alone, and the pace. */
const hourlyMinutes = 140;
/** A day, and the same. */
const dailyMinutes = 25 * 60 + hourlyMinutes;
/** A portal that refused to tell what changed is not asked for it for a day. */
const longestBlindMs = 26 * hourMs;
/** The last look of an hourly reading is no older. */
const longestAgoMs = 80 * minuteMs;
const minutesAtOnce = 5;

/** Something that happened on a date and that no list has shown yet. */
interface Unread {
  readonly date: string;
  /** No list of what changed shows it. */
  readonly isRemoval: boolean;
}

const from = addDays(today, -4);
const dayCount = 5;
const portalAddress = { url: "http://127.0.0.1:9" };

/**
 * Files are measured, the portal does with them what it likes, lists are read, by the hour or at once, or fail. Once they
 * were read after the last change, every day and verdict is as in the portal's store, and overdue in time; at any moment
 * nothing is called accepted, processed, invalid or overdue that never was, and for what is missing receipts are compared: no
 * list alone withdraws one, and no record of another PC is fought over. Gives the shrunk counter-example; null when all held.
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
  readonly #measured: MeasuredFile[] = [];
  #unread: readonly Unread[] = [];
  /** When the lists were read at the earliest, epoch milliseconds; null before. */
  #readAtMs: number | null = null;
  /** It reads by itself. */
  #isStarted = false;

  constructor(portal: ListedPortal, station: CoverageStation) {
    this.#portal = portal;
    this.station = station;
    portal.nowMs = station.clock.nowMs();
  }

  async happen([act, which]: Step): Promise<void> {
    if (act === "asks") await this.#ask();
    else if (act === "reads by the hour") await this.#readFor(hourlyMinutes);
    else if (act === "reads for a day") await this.#readFor(dailyMinutes);
    else if (act === "sends what is missing") await this.#sendMissing();
    else if (act === "crash") {
      const before = this.station;
      this.station = await before.killed();
      this.#isStarted = false;
      await before.close();
    } else await this.#change(act, which);
    await this.#pass(1);
    const found = await wrongIn(this.#story());
    if (found.length > 0) throw new Error(`after ${act} ${which}:\n  ${found.join("\n  ")}`);
  }

  #story(): CoverageStory {
    return {
      station: this.station,
      portal: this.#portal,
      instruments: this.#instruments,
      measured: this.#measured,
      span: { from, to: today },
      readAtMs: this.#readAtMs,
      isRead: (date) => this.#isRead(date),
    };
  }

  async #change(act: Step[0], which: number): Promise<void> {
    const record = this.#portal.records[which % Math.max(1, this.#portal.records.length)];
    const next = this.#newFile(which);
    const alter = (change: Parameters<ListedPortal["alter"]>[1]) => {
      if (record !== undefined) this.#isUnread(record.measurementDate);
      this.#portal.alter(record, change);
    };
    switch (act) {
      case "measures and sends":
        this.#store(next);
        return await this.#measure(next);
      case "measures":
        return await this.#measure({ ...next, fate: "not-sent" });
      case "calls delivered what is never stored":
        this.#isUnread(next.date, true);
        return await this.#measure(next);
      case "has a file of another PC":
        return this.#store(next);
      case "processes":
        return alter({ status: "processed" });
      case "judges invalid":
        return alter({ status: "invalid" });
      case "announces again":
        return alter({ status: "created" });
      case "replaces the content":
        return alter({ status: "uploaded", checksum: md5(`another ${which}`) });
      case "removes":
        if (record !== undefined) this.#isUnread(record.measurementDate, true);
        return this.#portal.remove(record);
      case "refuses or tells what changed":
        this.#portal.refusesChanges = !this.#portal.refusesChanges;
        return;
      default:
        this.#portal.mood = listMoods.find((mood) => mood === act) ?? "lists well";
    }
  }

  #isUnread(date: string, isRemoval = false): void {
    this.#unread = [...this.#unread, { date, isRemoval }];
  }

  /** Nothing has changed on the date, or any date, since the lists were read. */
  #isRead(date: string | null = null): boolean {
    return this.#readAtMs !== null && !this.#unread.some((one) => date === null || one.date === date);
  }

  async #pass(minutes: number): Promise<void> {
    const { clock } = this.station;
    for (let left = minutes; left > 0; left -= minutesAtOnce) {
      await clock.advance(Math.min(left, minutesAtOnce) * minuteMs);
      this.#portal.nowMs = clock.nowMs();
      // Requests made meanwhile are answered before time goes on.
      while (this.#isStarted && clock.asleep === 0) await turn();
    }
  }

  /** It reads by itself for so long. */
  async #readFor(minutes: number): Promise<void> {
    const fails = this.#portal.mood === "lists nothing" || this.#portal.mood === "breaks off";
    if (!this.#isStarted) this.station.sync.start();
    this.#isStarted = true;
    await this.#pass(minutes);
    this.#portal.mood = "lists well";
    if (fails) return;
    const nowMs = this.station.clock.nowMs();
    const isDaily = minutes === dailyMinutes;
    // Then the last days are read as a whole in its place, and older ones once a day.
    const areChangesRead = this.#portal.refusedAtMs < nowMs - longestBlindMs;
    this.#unread = this.#unread.filter(({ date, isRemoval }) => {
      const isRecent = date > addDays(todayUtc(nowMs), -recentDays);
      if (isRemoval) return !(isDaily && isRecent);
      return !areChangesRead && !isDaily && !isRecent;
    });
    this.#readAtMs = nowMs - longestAgoMs;
  }

  #dates(): readonly string[] {
    return Array.from({ length: dayCount }, (_, n) => addDays(from, n));
  }

  #newFile(which: number): StoryFile {
    const instrument = this.#instruments[which % this.#instruments.length];
    if (instrument === undefined) throw new Error("The demo has no instruments.");
    const date = addDays(from, which % dayCount);
    const relPath = `${date}/${date}_${this.#measured.length}_${this.#portal.records.length}_${which}.nc`;
    return { instrument, date, relPath, fate: "uploaded" };
  }

  async #measure(file: StoryFile): Promise<void> {
    this.#measured.push({ ...file, foundAtMs: this.#foundAtMs(file) });
    this.#isUnread(file.date);
    await this.station.measure([file]);
  }

  /** As the station's `measure` has it. */
  #foundAtMs({ date }: StoryFile): number {
    return Math.min(this.station.clock.nowMs(), startOfDayMs(addDays(date, 1)));
  }

  #store(file: StoryFile): void {
    const { instrument, date, relPath } = file;
    this.#isUnread(date);
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
    if (answer) {
      this.#unread = [];
      this.#readAtMs = clock.nowMs();
    } else if (!this.#portal.hasFailedSince(clock.nowMs() - hourMs))
      throw new Error("the lists were not read");
    this.#portal.mood = "lists well";
  }

  async #sendMissing(): Promise<void> {
    const { ledger, coverage } = this.station;
    const before = await ledger.list({ states: ["delivered"] }, 1000, null);
    const readBefore = this.#dates().filter((date) => this.#isRead(date));
    this.station.compared = [];
    await coverage.sendMissing(from, today, null);
    for (const { id, relPath } of before)
      if ((await ledger.get(id))?.state !== "delivered")
        throw new Error(`${relPath}: a list alone withdrew its receipt`);
    const lost = this.#lost(readBefore).filter(({ date }) => !this.station.compared.includes(date));
    if (lost.length > 0)
      throw new Error(`not asked for again: ${lost.map(({ relPath }) => relPath).join(", ")}`);
  }

  /** Delivered, and neither its bytes nor others are on the portal under its name. */
  #lost(dates: readonly string[]): readonly MeasuredFile[] {
    const received = this.#portal.received();
    return this.#measured.filter((file) => {
      if (file.fate === "not-sent" || !dates.includes(file.date)) return false;
      const [own, name] = [checksumOf(file), baseName(file.relPath)];
      return !received.some(({ checksum, filename }) => checksum === own || filename === name);
    });
  }
}
