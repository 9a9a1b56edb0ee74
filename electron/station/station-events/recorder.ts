import { createInTurn } from "#base/async.ts";
import { createEmitter, type Subscribe } from "#base/event.ts";
import { errorText } from "#base/text.ts";
import type { KnownChange } from "#domain/known-issue.ts";
import { nameNow, type Renamed } from "#domain/renamed.ts";
import {
  type SettingsDigest,
  type StationEventChange,
  type StationEventDetail,
  type StationEventKind,
  settingChanges,
} from "#domain/station-event.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { StationEventKeeper } from "#engine/ports/station-events.ts";
import type { Status } from "#station/status/reports.ts";
import { type Lasting, lastingAfter, lastingBefore } from "./lasting.ts";

/** Writes down what happens to the station. Never rejects: what cannot be written waits for the next time. */
export interface EventRecorder {
  /** A run begins; compares version and settings with those of the last run. */
  start(): Promise<void>;
  /** The status is this now. */
  look(status: Status): void;
  /** Other settings may be in force. */
  settingsTaken(): void;
  passwordChanged(): void;
  known(change: KnownChange): void;
  /** An instrument has another name: what lasts goes on under it. */
  renamed(renamed: Renamed): void;
  /** The run ends in order; resolves when that is written. */
  stop(): Promise<void>;
  readonly onChanged: Subscribe<void>;
}

export interface RecorderParts {
  readonly clock: Pick<Clock, "nowMs">;
  readonly keeper: StationEventKeeper;
  readonly log: Log;
  readonly version: string;
  /** Digests of the settings in force, by their keys. */
  readonly settings: () => SettingsDigest;
}

/** How often it is written that Skyferry runs: so exactly is known when it ended without being stopped. */
const aliveEveryMs = 5 * 60_000;

/** Changes that cannot be written for long are cut: a disk that is full for weeks. */
const mostWaiting = 200;

/** Settings that one event names at most. */
const mostSettings = 50;

export function createEventRecorder({ clock, keeper, log, version, settings }: RecorderParts): EventRecorder {
  const changed = createEmitter();
  const inTurn = createInTurn();
  let waiting: readonly StationEventChange[] = [];
  let lasting: readonly Lasting[] = [];
  let known: SettingsDigest | null = null;
  let aliveMs = Number.NEGATIVE_INFINITY;
  let isRunning = false;

  const write = async (changes: readonly StationEventChange[], nowMs: number): Promise<void> => {
    waiting = [...waiting, ...changes].slice(-mostWaiting);
    const isAlive = Math.abs(nowMs - aliveMs) < aliveEveryMs;
    if (waiting.length === 0 && isAlive) return;
    try {
      const run = { version, aliveMs: nowMs, settings: known ?? {} };
      const count = await keeper.recordEvents(waiting, run);
      waiting = [];
      aliveMs = nowMs;
      if (count > 0) changed.emit();
    } catch (error) {
      log.warn("the station's events cannot be written yet", { message: errorText(error) });
    }
  };
  /** Gives what changed since the settings were looked at last. */
  const settingsChanges = (before: SettingsDigest | null, nowMs: number): readonly StationEventChange[] => {
    const now = settings();
    known = now;
    const changes = before === null ? [] : settingChanges(before, now);
    return changes.length === 0
      ? []
      : [note("settings-changed", { settings: changes.slice(0, mostSettings) }, nowMs)];
  };
  const run = (step: () => Promise<void>): Promise<void> =>
    inTurn(step).catch((error: unknown) => log.error("internal error", { error: errorText(error) }));
  /** Writes what changed by this moment, as it is once everything before is written. */
  const writeInTurn = (changesAt: (nowMs: number) => readonly StationEventChange[]): void => {
    const nowMs = clock.nowMs();
    void run(async () => {
      if (isRunning) await write(changesAt(nowMs), nowMs);
    });
  };

  return {
    start: () =>
      run(async () => {
        const nowMs = clock.nowMs();
        isRunning = true;
        const last = await keeper.lastRun().catch(() => null);
        if (last === null) return await write(settingsChanges(null, nowMs), nowMs);
        const open = await keeper
          .stationEvents({ fromMs: nowMs, before: null, limit: 1_000 })
          .catch(() => []);
        lasting = lastingBefore(open, last.aliveMs, nowMs);
        const stopped = { kind: "stopped", subject: "" } as const;
        const isUpdated = last.version !== version;
        await write(
          [
            // If Skyferry was stopped in order, this has begun already.
            { type: "begin", ...stopped, fromMs: Math.min(last.aliveMs, nowMs), detail: { isUnclean: true } },
            { type: "end", ...stopped, toMs: nowMs },
            ...(isUpdated ? [note("updated", { versions: [last.version, version] }, nowMs)] : []),
            ...settingsChanges(last.settings, nowMs),
          ],
          nowMs,
        );
      }),
    look: (status) =>
      writeInTurn((nowMs) => {
        const step = lastingAfter(lasting, status, nowMs);
        lasting = step.lasting;
        return step.changes;
      }),
    settingsTaken: () => writeInTurn((nowMs) => settingsChanges(known, nowMs)),
    passwordChanged: () => writeInTurn((nowMs) => [note("password-changed", {}, nowMs)]),
    known: (change) => writeInTurn((nowMs) => [knownNote(change, nowMs)]),
    renamed(one) {
      void run(async () => {
        lasting = lasting.map((each) =>
          each.kind === "disk-low" ? each : { ...each, subject: nameNow(each.subject, one) },
        );
      });
    },
    stop: () =>
      run(async () => {
        if (!isRunning) return;
        isRunning = false;
        const fromMs = clock.nowMs();
        await write([{ type: "begin", kind: "stopped", subject: "", fromMs, detail: {} }], fromMs);
      }),
    onChanged: changed.on,
  };
}

function note(
  kind: StationEventKind,
  detail: StationEventDetail,
  atMs: number,
  subject = "",
): StationEventChange {
  return { type: "note", kind, subject, atMs, detail };
}

function knownNote({ known, isEnded }: KnownChange, nowMs: number): StationEventChange {
  const { label, note: why, by, files } = known;
  const names = new Set(files.map(({ instrument }) => instrument));
  const [subject = ""] = names.size === 1 ? names : [];
  return note("known", { known: { label, note: why, by, isEnded } }, nowMs, subject);
}
