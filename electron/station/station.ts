import { createEmitter } from "#base/event.ts";
import type { UploadFilter } from "#domain/queue.ts";
import type { Renamed } from "#domain/renamed.ts";
import { canCancel, uploadStates } from "#domain/upload.ts";
import { createAdding } from "#engine/adding/adding.ts";
import { createClockWatch } from "#engine/clock-watch.ts";
import { createDiscovery, type Discovery } from "#engine/discovery/discovery.ts";
import { again, sendAgain } from "#engine/discovery/send-again.ts";
import { createKnownIssues } from "#engine/known-issues.ts";
import { type Configuration, createPipeline, type Pipeline } from "#engine/pipeline.ts";
import type { Clock, StateStore, Watch } from "#engine/ports/host.ts";
import { createSettingsTaker } from "#engine/take-settings.ts";
import { type FolderAnswer, folderAnswer } from "#station/status/folder-answer.ts";
import { createIssueRequests } from "#station/status/issue-requests.ts";
import { createViews } from "#station/status/queries.ts";
import { createSendingRate } from "#station/status/sending-rate.ts";
import { createSnoozes } from "#station/status/snoozes.ts";
import type { SendingWatches } from "#station/status/station-now.ts";
import { type StationPorts, withLearned } from "#station/status/station-ports.ts";
import { createTimeLeft } from "#station/status/time-left.ts";
import { createVerification } from "#station/verify/verification.ts";
import { createRetries } from "./retries.ts";
import type { EngineEvent, Station } from "./station-api.ts";

export interface StationParts extends StationPorts {
  readonly watch: Watch;
  /** Keeps what is snoozed; left out: it lasts as long as the process. */
  readonly snoozeStore?: StateStore;
  /** Keeps what is marked as known; left out: it lasts as long as the process. */
  readonly knownStore?: StateStore;
}

const progressEveryMs = 200;

/**
 * The station of a host: its engine finds, queues and delivers until it is stopped, and it knows and tells how that goes.
 * The ledger and the other ports are opened and closed by who made them.
 */
export function createStation(
  given: StationParts,
  configuration: Configuration,
): Station & { configure(configuration: Configuration): Promise<void> } {
  const { clock, ledger } = given;
  const known = createKnownIssues({ clock, store: given.knownStore ?? null });
  const snoozes = createSnoozes({ clock, store: given.snoozeStore ?? null });
  /** Who only asks sends nothing. */
  let isStarted = false;
  const parts = { ...given, known, mayClaim: () => isStarted };
  const events = createEmitter<EngineEvent>();
  const statusChanged = (): void => events.emit({ type: "status" });
  const renamed = createEmitter<Renamed>();
  const sending = { rate: createSendingRate(clock), timeLeft: createTimeLeft(clock, ledger) };
  const pipeline = withLearned(createPipeline(parts, configuration, null), parts);
  const { scheduler } = pipeline;
  const taker = createSettingsTaker(parts, pipeline, async (one) => {
    pipeline.cadences.forget();
    await snoozes.rename(one);
    renamed.emit(one);
  });
  const discovery = createDiscovery({ ...parts, ...pipeline });
  const clockWatch = createClockWatch({
    ...parts,
    onKnown: statusChanged,
    // A date that was too far ahead may be near now.
    onSet() {
      if (pipeline.unsettled.all().some(({ isAhead }) => isAhead)) void discovery.rescanAll();
      statusChanged();
    },
  });
  const retries = createRetries(pipeline, parts);
  const againParts = {
    ...parts,
    ...pipeline,
    portalUrl: () => pipeline.configuration().settings.portal.url,
    onRequeued: scheduler.wake,
  };
  const verification = createVerification({
    ...againParts,
    async onRewritten(upload) {
      await again(againParts, upload);
    },
  });
  const views = createViews(pipeline, parts, { sending, snoozes, entries: taker.entries });

  followSending(pipeline, clock, sending, events.emit);
  pipeline.onAttemptEnd(retries.ended);
  pipeline.onFolderBack(discovery.folderBack);
  pipeline.onStatus(() => {
    discovery.planAnew();
    statusChanged();
  });
  const endJournal = ledger.onCommitted((entries) => events.emit({ type: "journal", entries }));

  return {
    async start() {
      await snoozes.start();
      await taker.first();
      await pipeline.restore();
      isStarted = true;
      scheduler.wake();
      pipeline.receiptCheck.start();
      verification.start();
      pipeline.disks?.start();
      clockWatch.start();
      await parts.added?.start();
      await discovery.start();
    },
    async stop() {
      await Promise.all([clockWatch.stop(), discovery.stop(), verification.stop(), pipeline.stop()]);
      endJournal();
    },
    async configure(next) {
      const before = pipeline.instruments();
      if (isStarted) await taker.take(next);
      else pipeline.configure(next);
      await retries.settingsTaken(before);
      await discovery.rewatch();
    },
    ...views,
    ...createIssueRequests({ ...parts, ...pipeline, snoozes, status: views.status, statusChanged }),
    ...sendingRequests(pipeline, parts),
    onRenamed: renamed.on,
    adding: parts.added === undefined ? null : createAdding({ ...parts, ...pipeline, added: parts.added }),
    verification,
    sendAgain: (wanted) => sendAgain(againParts, wanted),
    retry: retries.retry,
    listsRead() {
      pipeline.verdicts.forget();
      statusChanged();
    },
    rescan: discovery.rescanAll,
    checkFolder: (name) => checkFolder(name, pipeline, discovery),
    onAttemptEnd: pipeline.onAttemptEnd,
    onEvent: events.on,
  };
}

/** Follows the bytes as they leave. `tell` hears of each upload at most five times a second. */
function followSending(
  { onAttemptEnd, onProgress, scheduler, instruments }: Pipeline,
  clock: Clock,
  { rate, timeLeft }: SendingWatches,
  tell: (progress: EngineEvent) => void,
): void {
  const toldAt = new Map<string, number>();
  onAttemptEnd((end) => {
    toldAt.delete(end.upload.id);
    rate.forget(end.upload.id);
    const isLast = scheduler.inFlight().size <= 1;
    timeLeft.ended(end, isLast ? new Set(instruments().map(({ instrument }) => instrument.name)) : null);
  });
  onProgress(({ id, sentBytes }) => {
    const nowMs = clock.monotonicMs();
    rate.note(id, sentBytes);
    timeLeft.note(id, sentBytes);
    if (nowMs - (toldAt.get(id) ?? Number.NEGATIVE_INFINITY) < progressEveryMs) return;
    toldAt.set(id, nowMs);
    tell({ type: "progress", id, sentBytes, size: scheduler.inFlight().get(id)?.size ?? sentBytes });
  });
}

async function checkFolder(
  name: string,
  { folderStates, instruments }: Pipeline,
  discovery: Discovery,
): Promise<FolderAnswer | null> {
  const configured = instruments().find(({ instrument }) => instrument.name === name);
  if (configured === undefined) return null;
  await discovery.rescanOne(configured);
  return folderAnswer(configured.instrument.folder, folderStates.of(name));
}

/** Requests that end or hold back what is sent, and that let it go on. */
function sendingRequests(
  { holds, scheduler, confirmation, backlogPause }: Pipeline,
  { clock, ledger }: StationPorts,
): Pick<Station, "cancel" | "pause" | "resume" | "pauseBacklog" | "tryNow"> {
  return {
    async cancel(filter) {
      const chosen: UploadFilter = { ...filter, states: filter.states ?? uploadStates.filter(canCancel) };
      const inFlight = [...scheduler.inFlight().keys()];
      const count = await ledger.applyAll(chosen, { type: "cancelled" }, clock.nowMs());
      for (const id of inFlight) if ((await ledger.get(id))?.state === "cancelled") void scheduler.abort(id);
      return count;
    },
    pause(untilMs, from) {
      // A pause that ends by itself would take the place of the confirmation.
      if (confirmation.isDue()) return;
      const reason = untilMs === null ? "Paused by you until resumed." : "Paused by you.";
      holds.pause(untilMs, reason, from);
      scheduler.wake();
    },
    async resume() {
      await confirmation.given();
      holds.resume();
      scheduler.wake();
    },
    async pauseBacklog(isPaused) {
      const kept = backlogPause.set(isPaused);
      scheduler.wake();
      await kept;
    },
    tryNow() {
      holds.tryNow();
      scheduler.wake();
    },
  };
}
