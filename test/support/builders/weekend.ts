import { addDays, todayUtc } from "#base/dates.ts";
import type { LineCounts, StationEventKind } from "#domain/station-event.ts";
import { settingKey } from "#domain/station-event.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { StationEventKeeper } from "#engine/ports/station-events.ts";
import { createEventRecorder } from "#station/station-events/recorder.ts";
import type { InstrumentStatus } from "#station/status/reports.ts";
import { bringTo, found } from "./ledger-fixtures.ts";
import { holdOf, instrumentStatus, statusWith } from "./status-shapes.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Friday 20 November 2026, 18:00 UTC. */
export const fridayMs = Date.UTC(2026, 10, 20, 18);
/** Monday, 07:00 UTC: the operator is back. */
export const mondayMs = Date.UTC(2026, 10, 23, 7);

const at = (day: "fri" | "sat" | "sun", hour: number, minute = 0) =>
  Date.UTC(2026, 10, { fri: 20, sat: 21, sun: 22 }[day], hour, minute);

/** The events, by hand: `[kind, subject, from, to]`. */
export const weekendEvents: readonly (readonly [StationEventKind, string, number, number | null])[] = [
  ["ledger-begun", "", fridayMs, fridayMs],
  ["outage", "", at("sat", 2, 10), at("sat", 6, 22)],
  ["silent", "Radar", at("sat", 12), at("sun", 9)],
  ["settings-changed", "", at("sun", 10), at("sun", 10)],
  ["stopped", "", at("sun", 14), at("sun", 14, 37)],
  ["stopped", "", at("sun", 20), at("sun", 20, 2)],
  ["updated", "", at("sun", 20, 2), at("sun", 20, 2)],
  ["paused", "", at("sun", 21), null],
];

/** Files that were found and delivered each day, counted here, file by file. */
export type WeekendDays = ReadonlyMap<string, LineCounts>;

/**
 * A weekend of two instruments with a file an hour each: the portal is away on Saturday night, and comes and goes for a while before;
 * the Radar stops writing for a day; the program is killed on Sunday and updated later; settings are changed; somebody pauses.
 * Everything is recorded by the real recorder, at moments that are handed in, `shiftMs` (whole days) later than it was.
 */
export async function liveThroughWeekend(
  ledger: Ledger & StationEventKeeper,
  shiftMs = 0,
): Promise<WeekendDays> {
  let nowMs = fridayMs;
  const toldMs = () => nowMs + shiftMs;
  let version = "0.1.0";
  let pattern = "before";
  const counted = new Map<string, { found: number; delivered: number; refused: number; lost: number }>();
  for (let day = todayUtc(fridayMs + shiftMs); day <= todayUtc(mondayMs + shiftMs); day = addDays(day, 1))
    counted.set(day, { found: 0, delivered: 0, refused: 0, lost: 0 });
  const count = (what: keyof LineCounts) => {
    const day = counted.get(todayUtc(toldMs()));
    if (day !== undefined) day[what] += 1;
  };
  const log = { info() {}, warn() {}, error() {} };
  const begin = async () => {
    const settings = () => ({
      [settingKey(null, "portal.url")]: "same",
      [settingKey("Radar", "")]: "same",
      [settingKey("Radar", "pattern")]: pattern,
    });
    const one = createEventRecorder({
      clock: { nowMs: toldMs },
      keeper: ledger,
      log,
      version,
      settings,
    });
    await one.start();
    return one;
  };
  let recorder: Awaited<ReturnType<typeof begin>> | null = await begin();

  const waiting: Awaited<ReturnType<Ledger["enqueue"]>>[number][] = [];
  const write = async (instrument: string, n: number): Promise<void> => {
    const relPath = `${instrument.toLowerCase()}/${n}.lv1`;
    const measurementDate = todayUtc(toldMs());
    const mtimeUs = toldMs() * 1000;
    waiting.push(
      ...(await ledger.enqueue([found(n, { instrument, relPath, measurementDate, mtimeUs })], toldMs())),
    );
    count("found");
  };
  const deliver = async (): Promise<number> => {
    const files = waiting.length;
    for (const upload of waiting.splice(0)) {
      const isRefused = upload.relPath === "ceilometer/20.lv1";
      await bringTo(ledger, upload, isRefused ? "blocked" : "delivered", toldMs());
      count(isRefused ? "refused" : "delivered");
    }
    return files;
  };
  const writeHourly = async (isRadarSilent: boolean): Promise<void> => {
    const n = (nowMs - fridayMs) / hourMs;
    if (!Number.isInteger(n)) return;
    if (!isRadarSilent) await write("Radar", n);
    await write("Ceilometer", n);
  };
  let delivered = 0;
  for (; nowMs < mondayMs; nowMs += minuteMs) {
    const isKilled = nowMs > at("sun", 14) && nowMs < at("sun", 14, 37);
    const isUpdating = nowMs >= at("sun", 20) && nowMs < at("sun", 20, 2);
    if (isKilled) recorder = null;
    if (isUpdating) {
      await recorder?.stop();
      recorder = null;
      version = "0.2.0";
      continue;
    }
    if (isKilled) continue;
    recorder ??= await begin();
    if (nowMs === at("sun", 10)) {
      pattern = "after";
      recorder.settingsTaken();
    }
    const isRadarSilent = nowMs > at("sat", 12) && nowMs < at("sun", 9);
    await writeHourly(isRadarSilent);
    const holds = holdsAt(nowMs).map((hold) => ({ ...hold, sinceMs: hold.sinceMs + shiftMs }));
    if (holds.length === 0) delivered += await deliver();
    const radar = instrumentStatus({
      lastFileAtMs: isRadarSilent ? at("sat", 12) + shiftMs : toldMs() - minuteMs,
      silentAtMs: isRadarSilent ? at("sat", 15) + shiftMs : toldMs() + hourMs,
      everyMinutes: 60,
      isLearned: true,
    } satisfies Partial<InstrumentStatus>);
    recorder.look(statusWith({ delivered, queued: waiting.length }, { holds, instruments: [radar] }));
    // The step that was just asked for, and everything before it.
    if (nowMs % (10 * minuteMs) === 0) await ledger.lastRun();
  }
  return counted;
}

/** Away from 02:10 to 06:22 on Saturday; before, a minute now and then. A pause from Sunday 21:00 on. */
function holdsAt(nowMs: number): readonly Hold[] {
  const isFlapping = nowMs >= at("fri", 22) && nowMs < at("fri", 23) && (nowMs / minuteMs) % 10 === 0;
  const isAway = nowMs >= at("sat", 2, 10) && nowMs < at("sat", 6, 22);
  if (isAway) return [holdOf("unreachable", { sinceMs: at("sat", 2, 10) })];
  if (isFlapping) return [holdOf("unreachable", { sinceMs: nowMs })];
  if (nowMs < at("sun", 21)) return [];
  return [
    holdOf("paused", {
      lane: "pause",
      pausedFrom: "browser",
      sinceMs: at("sun", 21),
      nextTryAtMs: mondayMs + hourMs,
    }),
  ];
}
