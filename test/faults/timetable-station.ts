import { addDays, todayUtc } from "#base/dates.ts";
import type { RateRow } from "#domain/timetable.ts";
import { configuration, EngineFixture, folder, md5 } from "#test/support/builders/engine-fixture.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { announcementBytes, headBytes, LimitedPortal } from "#test/support/fakes/limited-portal.ts";

/** A row of the timetable in minutes of the day. */
export interface TableRow extends Pick<RateRow, "days" | "kBps"> {
  readonly from: number;
  readonly to: number;
  readonly all: boolean;
}

type InForce = "off" | "all" | number;
interface Second {
  /** Settings, starts and jumps so far. */
  readonly changes: number;
  readonly inForce: InForce;
  /** Bytes of the backlog, and of everything. */
  readonly old: number;
  readonly all: number;
}

interface FreshFile {
  readonly name: string;
  readonly at: number;
  deliveredAt: number | null;
}

/** Limit beside the table, kB/s, so that the backlog lasts, and the lowest of the table. */
const alwaysKBps = 4;
const slowestKBps = 1;
const oldBytes = 40_000;
/** A file that outlasts many switches. */
const longBytes = 3_000_000;
const freshBytes = 28;
/** A jump of the clock is noticed at the next minute; after a start, folders are walked first. */
const graceSeconds = 60;
/** Any window of this length; one piece, a kilobyte, is a third of a percent of it at the lowest limit. */
const windowSeconds = 300;
const mostOff = 0.02;
/** The file settles, and is looked at again. */
const untilFoundSeconds = 60 + 10;
const names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const daysOf: Readonly<Record<string, readonly number[]>> = {
  "mon-fri": [1, 2, 3, 4, 5],
  "sat,sun": [6, 0],
  "sun-wed": [0, 1, 2, 3],
  sat: [6],
};

/** Minute of the week in a zone by the calendar of `Intl`, Sunday 00:00 is 0. */
function minuteOfWeek(zone: string, nowMs: number): number {
  const text = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: zone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  }).format(nowMs);
  const [, day = "", hours = "", minutes = ""] = /(\w{3}),? (\d\d):(\d\d)/.exec(text) ?? [];
  return names.indexOf(day) * 1440 + Number(hours) * 60 + Number(minutes);
}

export function startMinuteOf(zone: string, startMs: number): number {
  return minuteOfWeek(zone, startMs) % 1440;
}

const clockText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** A station with a backlog that outlasts the history; each second is noted with what must be in force in it. */
export class TimetableStation {
  readonly #zone: string;
  readonly #clock: FakeClock;
  readonly #portal: LimitedPortal;
  readonly #contents = new Map<string, Uint8Array>();
  readonly #seconds: Second[] = [];
  readonly #fresh: FreshFile[] = [];
  #gone = { old: 0, all: 0 };
  #table: readonly TableRow[];
  #fixture: EngineFixture;
  #engine: ReturnType<EngineFixture["engine"]>;
  #isPaused = false;
  #changes = 0;

  constructor(zone: string, startMs: number, table: readonly TableRow[]) {
    this.#zone = zone;
    this.#clock = new FakeClock(startMs);
    this.#table = table;
    this.#portal = new LimitedPortal(this.#clock, { bandwidthKBps: alwaysKBps, rates: [] });
    this.#portal.latencyMs = 20;
    // The portal's own clock is right.
    this.#portal.nowMs = () => startMs + this.#clock.monotonicMs();
    this.#portal.onGone = (bytes, filename) => {
      this.#gone.all += bytes;
      if (filename.includes("old")) this.#gone.old += bytes;
    };
    this.#fixture = new EngineFixture({ clock: this.#clock, portal: this.#portal });
    this.#engine = this.#fixture.engine(this.#settings());
  }

  /** Puts a backlog for so many seconds, and starts. */
  async start(seconds: number): Promise<void> {
    const count = Math.ceil((seconds * alwaysKBps * 1000) / oldBytes);
    for (let n = 0; n <= count; n += 1) {
      const content = Buffer.alloc(n === 2 ? longBytes : oldBytes, 7);
      content.writeUInt32LE(n, 0);
      this.#put(`${this.#nameDate(-300 - (n % 28))}_old${n}.dat`, content);
    }
    await this.#engine.start();
    await this.#clock.advance(0);
  }

  /** A file of today by a clock that is right, finished now. */
  writeFresh(): void {
    const at = this.#seconds.length;
    const name = `${this.#nameDate(0)}_fresh${at}.dat`;
    const content = Buffer.alloc(freshBytes, at);
    content.writeUInt32LE(at, 0);
    this.#contents.set(name, content);
    this.#fixture.write(name, content);
    this.#fixture.watch.hint(folder, name);
    this.#fresh.push({ name, at, deliveredAt: null });
  }

  async second(): Promise<void> {
    const inForce = this.#expected();
    this.#gone = { old: 0, all: 0 };
    await this.#clock.advance(1000);
    this.#seconds.push({ changes: this.#changes, inForce, ...this.#gone });
    for (const one of this.#fresh)
      if (one.deliveredAt === null && this.#portal.received(one.name) !== null)
        one.deliveredAt = this.#seconds.length;
  }

  setBy(ms: number): void {
    this.#changes += 1;
    this.#clock.setWall(this.#clock.nowMs() + ms);
  }

  async restart(): Promise<void> {
    this.#changes += 1;
    const stopping = this.#engine.stop();
    this.#portal.restarted();
    await stopping;
    const { ledger, files, backlogStore } = this.#fixture;
    const [clock, portal] = [this.#clock, this.#portal];
    this.#fixture = new EngineFixture({ ledger, clock, files, portal, backlogStore });
    this.#engine = await this.#fixture.started(this.#settings());
  }

  async change(table: readonly TableRow[], bandwidthKBps: number | null = alwaysKBps): Promise<void> {
    this.#changes += 1;
    this.#table = table;
    await this.#engine.configure(this.#settings(bandwidthKBps));
  }

  async pause(isPaused: boolean): Promise<void> {
    this.#changes += 1;
    this.#isPaused = isPaused;
    await this.#engine.pauseBacklog(isPaused);
  }

  /** Tells what was not as promised: in each span between two switches, and of each file of today. */
  broken(): readonly string[] {
    const found: string[] = [];
    for (let from = 0, to = 0; from < this.#seconds.length; from = to) {
      const first = this.#seconds[from];
      if (first === undefined) break;
      const isSame = (one: Second | undefined) =>
        one?.changes === first.changes && one.inForce === first.inForce;
      while (isSame(this.#seconds[to])) to += 1;
      const isBySwitch = this.#seconds[from - 1]?.changes === first.changes;
      const span = this.#seconds.slice(from + (isBySwitch ? 1 : graceSeconds), to - 1);
      found.push(...brokenIn(span, first.inForce).map((line) => `${line} from second ${from} to ${to}`));
    }
    return [...found, ...this.#fresh.flatMap((one) => this.#lateBy(one))];
  }

  /** The end: no limit, no pause. I1, I4 and I5. */
  async ended(): Promise<readonly string[]> {
    await this.pause(false);
    await this.change([], null);
    await this.#clock.advance(10 * graceSeconds * 1000);
    const found: string[] = [];
    for (const [name, content] of this.#contents) {
      const [latest] = await this.#fixture.ledger.versions("Radar", name);
      if (this.#portal.received(name) !== md5(content))
        found.push(`I1 ${name} is not on the portal as written`);
      if (latest?.state !== "delivered") found.push(`I5 ${name} is ${latest?.state ?? "unknown"}`);
    }
    const taken = this.#portal.records.accepted.map(({ filename }) => filename);
    if (taken.length !== new Set(taken).size) found.push("I4 a content was taken twice");
    await this.#engine.stop();
    return found;
  }

  /**
   * A small file of today waits for what is on the line twice, at the lowest limit, and for nothing else; while nothing at all may be
   * sent its time stands still.
   */
  #lateBy({ name, at, deliveredAt }: FreshFile): readonly string[] {
    const own = 2 * headBytes + announcementBytes + freshBytes;
    const onTheLine = 2 * this.#portal.largestTurn();
    const waits = Math.ceil((onTheLine + own) / (1000 * slowestKBps));
    const since = this.#seconds.slice(at, deliveredAt ?? this.#seconds.length);
    const sending = since.filter(({ inForce }) => inForce !== "all").length;
    const most = untilFoundSeconds + waits + graceSeconds * changesOf(since);
    return sending > most ? [`${name} was under way for ${sending} s, ${most} s at most`] : [];
  }

  #nameDate(days: number): string {
    return addDays(todayUtc(this.#portal.nowMs()), days).replaceAll("-", "");
  }

  #put(name: string, content: Uint8Array): void {
    this.#contents.set(name, content);
    this.#fixture.files.put(folder, name, content);
  }

  #settings(bandwidthKBps: number | null = alwaysKBps) {
    const rates = this.#table.map(({ from, to, kBps, days, all }) => ({
      ...{ from: clockText(from), to: clockText(to), kBps, days },
      ...(all ? { all } : {}),
    }));
    this.#portal.limits = { bandwidthKBps, rates };
    return configuration(undefined, { bandwidthKBps, rates });
  }

  /** The first row whose span began less than its length ago. */
  #expected(): InForce {
    const now = minuteOfWeek(this.#zone, this.#clock.nowMs());
    const row = this.#table.find(({ days, from, to }) =>
      (days === undefined ? [0, 1, 2, 3, 4, 5, 6] : (daysOf[days] ?? [])).some(
        (day) => (now - day * 1440 - from + 2 * 10_080) % 10_080 < (to > from ? to - from : to + 1440 - from),
      ),
    );
    if (row?.kBps === "off" && row.all) return "all";
    if (this.#isPaused || row?.kBps === "off") return "off";
    return Math.min(alwaysKBps, row?.kBps ?? alwaysKBps);
  }
}

function changesOf(seconds: readonly Second[]): number {
  return new Set(seconds.map(({ changes }) => changes)).size - 1;
}

function brokenIn(span: readonly Second[], inForce: InForce): readonly string[] {
  const sum = (seconds: readonly Second[], of: "old" | "all") =>
    seconds.reduce((bytes, one) => bytes + one[of], 0);
  if (inForce === "all")
    return sum(span, "all") > 0 ? [`${sum(span, "all")} bytes went while all was off`] : [];
  if (inForce === "off")
    return sum(span, "old") > 0 ? [`${sum(span, "old")} old bytes went while the backlog was off`] : [];
  const parts = span
    .slice(windowSeconds)
    .map((_, at) => sum(span.slice(at, at + windowSeconds), "all") / (windowSeconds * inForce * 1000));
  const worst = parts.toSorted((one, other) => Math.abs(other - 1) - Math.abs(one - 1))[0] ?? 1;
  return Math.abs(worst - 1) > mostOff ? [`${worst.toFixed(3)} of ${inForce} kB/s`] : [];
}
