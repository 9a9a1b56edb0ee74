import { createEmitter, type Subscribe } from "#base/event.ts";
import { createKeyedLock } from "#base/keyed-lock.ts";
import { errorText } from "#base/text.ts";
import { type Failure, programFailure } from "#domain/cause.ts";
import { type ConfiguredInstrument, dateNow } from "#domain/instrument-match.ts";
import { localMinuteOfDay, quietForMs } from "#domain/quiet-hours.ts";
import type { Instrument, Settings } from "#domain/settings.ts";
import { limitAt, offForMs, rateAt, wallTimeOf } from "#domain/timetable.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Log } from "#engine/ports/host.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { SafeRunner } from "#engine/run-safely.ts";
import { type AttemptParts, attempt } from "./attempt.ts";
import { type AttemptEnd, hasFailed } from "./attempt-result.ts";
import { type BacklogPause, createBacklogPause } from "./backlog-pause.ts";
import { type Claimable, claimableOf, withoutBacklog } from "./claimable.ts";
import { type Confirmation, createConfirmation } from "./confirmation.ts";
import { createConnectionLimit } from "./connection-limit.ts";
import { createDueClock } from "./due-clock.ts";
import { createHolds, type Holds, type RouteFailure } from "./holds.ts";
import { createJudge } from "./judge.ts";
import { createPasswordTries } from "./password-tries.ts";
import type { ReceivedFilesReader } from "./received-files.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { createSiteRefusals, type Sender, type SiteRefusals } from "./site-refusals.ts";
import { type UploadRoute, uploadRoutes } from "./witnesses.ts";

/** Parts that send: holds, witnesses, connections and the scheduler, wired. */
export interface Sending {
  readonly holds: Holds;
  readonly refusals: SiteRefusals;
  readonly scheduler: Scheduler;
  readonly onAttemptEnd: Subscribe<AttemptEnd>;
  readonly onProgress: Subscribe<{ readonly id: string; readonly sentBytes: number }>;
  instrumentOf(name: string): Instrument | undefined;
  /** Uploads that may be claimed now. */
  claimable(): Claimable;
  readonly confirmation: Confirmation;
  readonly backlogPause: BacklogPause;
  /** Old files may not be claimed now: the timetable or a person lets them wait. */
  isBacklogStopped(): boolean;
  /** Restores the holds that an earlier run met. Before anything is claimed. */
  restore(): Promise<void>;
  /** Other settings are in force: what was learned with the former ones is forgotten, and a try is made. */
  settingsTaken(): void;
}

interface SendingParts
  extends Pick<
      EnginePorts,
      | "clock"
      | "linkClock"
      | "files"
      | "ledger"
      | "portal"
      | "log"
      | "pathStyle"
      | "mayClaim"
      | "passwordStore"
      | "restoredStore"
      | "backlogStore"
    >,
    Pick<SafeRunner, "runSafely"> {
  /** In force now; another object where they are others. */
  configuration(): { readonly settings: Settings };
  instruments(): readonly ConfiguredInstrument[];
  /** The folder of the instrument with this name could not be read when it was looked at last. */
  isUnreachable(name: string): boolean;
  /** Why the instrument's folder cannot be used now, one or two sentences; null where it can. */
  folderTrouble(instrument: Instrument): Promise<string | null>;
  readonly receivedFiles: ReceivedFilesReader;
  /** Null: all. */
  readonly dates: readonly DateSpan[] | null;
  /** Holds or folders changed. */
  onChanged(): void;
  onLedgerError(message: string): void;
  /** A sender whose files are taken again. */
  onSiteOpened(sender: Sender): void;
}

const bugPauseMs = 60_000;

/** The sending part of one pipeline. */
export function createSending(parts: SendingParts): Sending {
  const { clock, ledger, portal, log, pathStyle, configuration, instruments, runSafely } = parts;
  const linkClock = parts.linkClock ?? clock;
  const ended = createEmitter<AttemptEnd>();
  const progress = createEmitter<{ readonly id: string; readonly sentBytes: number }>();
  const portalNow = () => configuration().settings.portal;
  const quiet = () => {
    const { quietHours, rates = [] } = portalNow();
    const nowMs = clock.nowMs();
    return Math.max(quietForMs(quietHours, localMinuteOfDay(nowMs)), offForMs(rates, nowMs));
  };
  const backlogPause = createBacklogPause(clock, parts.backlogStore ?? null, parts.onChanged);
  const isBacklogStopped = () =>
    backlogPause.sinceMs() !== null ||
    rateAt(portalNow().rates ?? [], wallTimeOf(clock.nowMs())).stopped !== null;
  const datesNow = () => (isBacklogStopped() ? withoutBacklog(parts.dates, clock.nowMs()) : parts.dates);
  const concurrency = () => configuration().settings.portal.concurrency;
  const holds = createHolds(clock, quiet, parts.onChanged);
  const due = createDueClock(clock);
  const confirmation = createConfirmation(parts.restoredStore ?? null, holds);
  const refusals = createSiteRefusals(clock, parts.onSiteOpened);
  const limitKBps = () => limitAt(portalNow().bandwidthKBps, portalNow().rates ?? [], clock.nowMs());
  const connections = createConnectionLimit(concurrency, linkClock, limitKBps);
  const onHold = (failure: Failure, retryAfterMs: number | null, ofRoute?: RouteFailure): void => {
    connections.slowStart();
    log.warn("sending is on hold", { cause: failure.cause, message: failure.message });
    holds.raise(failure, retryAfterMs, ofRoute);
    scheduler.wake();
  };
  const passwords = createPasswordTries({ clock, portal, store: parts.passwordStore ?? null });
  const onRead = () => scheduler.wake();
  const judge = createJudge({ ...parts, linkClock, holds, passwords, onHold, onRead });
  const instrumentOf = (of: string) => instruments().find((one) => one.instrument.name === of)?.instrument;

  const attemptParts: Omit<AttemptParts, "isOutdated" | "isOtherPortal" | "portalUrl"> = {
    ...parts,
    due,
    locks: createKeyedLock(),
    refusals,
    connections,
    onSilence: (failure) => onHold(failure, null),
    judge: judge.judge,
    isOpen: (instrument) => holds.gate(routeOfInstrument(instrument)).kind === "open",
    isHeld: (instrument) => holds.isHeld(routeOfInstrument(instrument)),
    onVerdict(id, request) {
      connections.endSlowStart();
      judge.judged(id, request);
    },
    instrumentOf,
    dateNow: (upload) => dateNow(instruments(), upload, pathStyle),
    onProgress: (id, sentBytes) => progress.emit({ id, sentBytes }),
  };
  const mayClaim = (): boolean => parts.mayClaim?.() ?? true;
  const claimable = (routes: readonly UploadRoute[] = uploadRoutes): Claimable => {
    const all = mayClaim() ? instruments().map(({ instrument }) => instrument) : [];
    const names = all.filter((one) => routes.includes(routeOfInstrument(one))).map(({ name }) => name);
    return claimableOf(names, parts.isUnreachable, datesNow());
  };
  const scheduler = createScheduler({
    ...parts,
    holds,
    due,
    mayClaim,
    concurrency,
    claimable,
    routeOf: ({ instrument }) => routeOfInstrument(instrumentOf(instrument) ?? {}),
    attempt: (upload, signal, isProbe) => {
      const begunWith = configuration();
      const portalUrl = portalNow().url;
      const isOutdated = () => configuration() !== begunWith;
      const isOtherPortal = () => portalNow().url !== portalUrl;
      return attempt(upload, { ...attemptParts, isOutdated, portalUrl, isOtherPortal }, signal, isProbe);
    },
    unheard: judge.unheard,
    unfitToProbe: judge.unfitToProbe,
    isOfPassword: judge.isOfPassword,
    onOutage: judge.outage,
    onNothingToTry: (routes) => void runSafely(() => judge.readInstead(routes)),
    onNothingElse: () => void runSafely(judge.nothingElse),
    onEnd(upload, result) {
      if (result.kind === "delivered" || result.kind === "changed") judge.forget(upload.id);
      warnOfFailure(log, { upload, result });
      ended.emit({ upload, result });
    },
    onBug(error, upload) {
      log.error("internal error", { file: upload?.relPath ?? null, error: errorText(error) });
      if (upload === null) return;
      const failure = programFailure(upload.relPath, errorText(error));
      const event = { type: "failed-passing", failure, notBeforeMs: due.nowMs() + bugPauseMs } as const;
      void runSafely(async () => void (await ledger.apply(upload.id, event, clock.nowMs())));
    },
  });

  return {
    holds,
    refusals,
    scheduler,
    onAttemptEnd: ended.on,
    onProgress: progress.on,
    instrumentOf,
    claimable,
    confirmation,
    backlogPause,
    isBacklogStopped,
    async restore() {
      await confirmation.begin();
      await backlogPause.begin();
      const refused = await passwords.before();
      if (refused !== null) holds.restore(refused.failure, refused.sinceMs, refused.lastMs);
    },
    settingsTaken() {
      connections.slowStart();
      judge.forgetAll();
      refusals.forget();
      holds.tryNow();
      scheduler.wake();
    },
  };
}

function warnOfFailure(log: Log, { upload, result }: AttemptEnd): void {
  if (!hasFailed(result)) return;
  const { cause, message } = result.failure;
  log.warn("an upload failed", { file: upload.relPath, cause, message });
}

function routeOfInstrument({ kind }: Pick<Instrument, "kind">): UploadRoute {
  return kind ?? "instrument";
}
