import { createEmitter } from "#base/event.ts";
import { errorText } from "#base/text.ts";
import { isAmong } from "#domain/channels.ts";
import {
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
} from "#domain/notification-settings.ts";
import { localMinuteOfDay, quietForMs } from "#domain/quiet-hours.ts";
import type { Renamed } from "#domain/renamed.ts";
import type { SendingProgress } from "#domain/sending-progress.ts";
import { totalOf, unsentStates } from "#domain/upload.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import type { Clock, Log, StateStore } from "#engine/ports/host.ts";
import type { EngineEvent } from "#station/station-api.ts";
import { keptForMs, lateAfterMs } from "#station/status/pace.ts";
import type { Status } from "#station/status/reports.ts";
import { type NotificationMemory, noMemory, readMemory, renamedIn } from "./memory.ts";
import { evaluateNotifications } from "./notifications.ts";
import { notificationText } from "./text.ts";
import { type HeadlineFacts, trayViewOf } from "./tray-view.ts";
import type {
  NotificationMessage,
  NotificationRecord,
  NotificationSource,
  ShellNews,
  Telling,
  TrayView,
} from "./types.ts";

export interface NotificationParts {
  readonly station: {
    status(): Promise<Status>;
    onEvent(listener: (event: EngineEvent) => void): () => void;
  };
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps what was told, so that a restart does not tell it again. */
  readonly store: StateStore;
  readonly rules: () => NotificationSettings;
  /** Kinds that the shell shows; left out: all kinds that are told. */
  readonly kindsHere?: () => readonly NotificationKind[];
  /** Files of today, for the sentence. */
  readonly today: (status: Status) => Promise<HeadlineFacts["today"]>;
  /** How far sending is, for the tray; left out: it does not tell. */
  readonly progress?: (status: Status) => Promise<SendingProgress | null>;
  /** Hears the status of every look. */
  readonly onLook?: (status: Status) => void;
}

/** Evaluates the rules and tells a shell. */
export interface NotificationMonitor extends NotificationSource {
  /** Looks from now on, whenever something happened and when time itself changes something. */
  start(): Promise<void>;
  /** Resolves when the last look is over and kept. */
  stop(): Promise<void>;
  /** Records of what was told, newest first; at most 50. */
  records(): readonly NotificationRecord[];
  news(): ShellNews;
  /** An instrument has another name, also before `start`. */
  renamed(renamed: Renamed): void;
  /** The records changed. */
  onRecords(listener: () => void): () => void;
}

const toldAtMost = 50;

/** Between two looks at least; more where a look takes long, so that looking takes a twentieth of the time at most. */
const restMs = 1_000;
const shareOfTime = 20;
/** A look at least so often: a quiet span begins, a day ends. */
const lookEveryMs = 60_000;

const progressKeptMs = 10_000;

const beginning: TrayView = {
  state: "waiting",
  tone: "waiting",
  tooltip: notificationText.starting,
  causes: [],
  badge: 0,
  unsentCount: 0,
  pause: null,
};

/** Watches one station. */
export function createNotifications(parts: NotificationParts): NotificationMonitor {
  const { station, clock, log, store } = parts;
  const onError = (error: unknown) =>
    log.error("a listener to notifications failed", { error: String(error) });
  const trayChanged = createEmitter<TrayView>(onError);
  const recordsChanged = createEmitter(onError);
  const shell = createTellings(onError);
  const statusNow = createStatusReader(parts);
  const progressNow = createProgressReader(parts);
  const sinceMs = clock.nowMs();
  let view = beginning;
  let memory: NotificationMemory = noMemory;
  let renames: readonly Renamed[] = [];
  let endListening = (): void => {};

  /** Gives how long nothing can change by time alone. `hasNews`: something happened since the look before. */
  const look = async (hasNews: boolean): Promise<number> => {
    const status = await statusNow();
    if (status === null) return lookEveryMs;
    parts.onLook?.(status);
    const today = await parts.today(status).catch(() => null);
    const progress = await progressNow(status);
    const nowMs = clock.nowMs();
    const rules = parts.rules();
    const quiet = quietForMs(rules.quietHours, localMinuteOfDay(nowMs));
    const step = evaluateNotifications(memory, { status, rules, quietForMs: quiet }, nowMs);
    const before = memory;
    memory = step.memory;
    const next = trayViewOf({ status, nowMs, isRunning: true, today, progress });
    if (!isSame(next, view)) {
      view = next;
      trayChanged.emit(next);
    }
    for (const id of step.close) shell.close(id);
    const here = parts.kindsHere?.() ?? notificationKinds;
    for (const notification of step.show) shell.show(notification, isAmong(here, notification));
    if (!isSame(before.records, memory.records)) recordsChanged.emit();
    // Kept after it was told: a crash in between tells twice, which is better than not at all.
    if (!isSame(before, memory)) await store.write(memory);
    const nextMs =
      step.nextLookAtMs === null ? lookEveryMs : Math.min(lookEveryMs, step.nextLookAtMs - nowMs);
    return hasNews ? Math.min(nextMs, paceMs(status)) : nextMs;
  };
  const looks = createLooks(parts, look);

  return {
    async start() {
      memory = renames.reduce(renamedIn, readMemory(await store.read()));
      endListening = station.onEvent(({ type }) => {
        if (type !== "progress") looks.due();
      });
      looks.start();
    },
    async stop() {
      endListening();
      await looks.stop();
    },
    tray: () => view,
    records: () => memory.records,
    renamed(one) {
      renames = [...renames, one];
      memory = renamedIn(memory, one);
    },
    news: () => ({ tray: view, sinceMs, told: shell.told() }),
    onTray: trayChanged.on,
    onNotification: shell.onNotification,
    onClose: shell.onClose,
    onRecords: recordsChanged.on,
  };
}

/** Looks again and again until it is stopped: when one is due, and when time alone may have changed something, as `look` gave. */
function createLooks({ clock, log }: NotificationParts, look: (hasNews: boolean) => Promise<number>) {
  const stopping = new AbortController();
  let isFailing = false;
  let isDue = false;
  let sleeping: AbortController | null = null;
  let looking: Promise<void> = Promise.resolve();

  /** A look that fails is told once, and the next one comes all the same: the tray would keep a state that is long over. */
  const lookSafely = async (hasNews: boolean): Promise<number> => {
    try {
      const forMs = await look(hasNews);
      isFailing = false;
      return forMs;
    } catch (error) {
      if (!isFailing) log.error("internal error", { error: errorText(error) });
      isFailing = true;
      return lookEveryMs;
    }
  };

  const loop = async (): Promise<void> => {
    let hasNews = true;
    while (!stopping.signal.aborted) {
      isDue = false;
      const beganAt = clock.monotonicMs();
      const forMs = await lookSafely(hasNews);
      hasNews = true;
      const tookMs = clock.monotonicMs() - beganAt;
      // A computer that was suspended in the middle of a look has not looked for hours.
      await clock.sleep(Math.min(lookEveryMs, Math.max(restMs, tookMs * shareOfTime)), stopping.signal);
      if (isDue || stopping.signal.aborted) continue;
      sleeping = new AbortController();
      await clock.sleep(Math.max(0, forMs - restMs), sleeping.signal);
      sleeping = null;
      hasNews = isDue;
    }
  };

  return {
    start(): void {
      looking = loop();
    },
    due(): void {
      isDue = true;
      sleeping?.abort();
    },
    async stop(): Promise<void> {
      stopping.abort();
      sleeping?.abort();
      await looking;
    },
  };
}

/** Tells a shell, and keeps what was told last by its number. */
function createTellings(onError: (error: unknown) => void) {
  const noticed = createEmitter<NotificationMessage>(onError);
  const closed = createEmitter<string>(onError);
  let told: readonly Telling[] = [];
  const note = (id: string, shown: NotificationMessage | null): void => {
    const number = (told.at(-1)?.number ?? 0) + 1;
    told = [...told, { number, id, shown }].slice(-toldAtMost);
  };
  return {
    told: () => told,
    /** `isHere`: the shell shows it. */
    show(notification: NotificationMessage, isHere: boolean): void {
      if (isHere) note(notification.id, notification);
      noticed.emit(notification);
    },
    close(id: string): void {
      note(id, null);
      closed.emit(id);
    },
    onNotification: noticed.on,
    onClose: closed.on,
  };
}

/** Gives how far sending is, the same for 10 s: no tooltip changes more often. */
function createProgressReader({ progress, clock }: NotificationParts) {
  let last: SendingProgress | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return async (status: Status): Promise<SendingProgress | null> => {
    if (clock.monotonicMs() - readAtMs < progressKeptMs) return last;
    readAtMs = clock.monotonicMs();
    last = (await progress?.(status).catch(() => null)) ?? null;
    return last;
  };
}

/** Gives the status; while it cannot be read, the last one with that said. */
function createStatusReader({ station, clock, log }: NotificationParts): () => Promise<Status | null> {
  let last: Status | null = null;
  return async () => {
    try {
      last = await station.status();
    } catch (error) {
      const message = errorText(error);
      const known = last?.holds.find(({ lane }) => lane === "record");
      if (known === undefined) log.error("the status cannot be read", { message });
      const hold: Hold = {
        cause: "ledger-trouble",
        message,
        portalMessage: null,
        lane: "record",
        sinceMs: known?.sinceMs ?? clock.nowMs(),
        nextTryAtMs: null,
      };
      if (last !== null)
        last = { ...last, holds: [hold, ...last.holds.filter(({ lane }) => lane !== "record")] };
    }
    return last;
  };
}

/** After how long time alone may change how the sending comes along: a file gets late, or what was said of it is over. */
function paceMs({ totals, pace }: Status): number {
  const isUnsent = totalOf(totals, unsentStates) > totals.blocked;
  if (pace !== "prompt") return isUnsent ? lookEveryMs : keptForMs + restMs;
  return isUnsent ? lateAfterMs + restMs : lookEveryMs;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
