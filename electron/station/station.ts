import { createEmitter } from "#base/event.ts";
import type { Cause } from "#domain/cause.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { KnownIssue } from "#domain/known-issue.ts";
import type { UploadFilter } from "#domain/queue.ts";
import type { Renamed } from "#domain/renamed.ts";
import { canCancel, canRetry, type Upload, uploadStates } from "#domain/upload.ts";
import { createAdding } from "#engine/adding/adding.ts";
import { createClockWatch } from "#engine/clock-watch.ts";
import type { AttemptEnd } from "#engine/delivery/attempt-result.ts";
import { createDiscovery } from "#engine/discovery/discovery.ts";
import { again, sendAgain } from "#engine/discovery/send-again.ts";
import { createKnownIssues } from "#engine/known-issues.ts";
import { type Configuration, createPipeline } from "#engine/pipeline.ts";
import type { StateStore, Watch } from "#engine/ports/host.ts";
import { createSettingsTaker } from "#engine/take-settings.ts";
import { explain } from "#station/status/explain.ts";
import { folderAnswer } from "#station/status/folder-answer.ts";
import { issuesOf } from "#station/status/issues.ts";
import { createPace } from "#station/status/pace.ts";
import { aroundWords } from "#station/status/pc.ts";
import { createViews } from "#station/status/queries.ts";
import { createSendingRate } from "#station/status/sending-rate.ts";
import { createSnoozes } from "#station/status/snoozes.ts";
import { type StationPorts, withLearned } from "#station/status/station-ports.ts";
import { statusOf } from "#station/status/status.ts";
import { createTimeLeft } from "#station/status/time-left.ts";
import { createVerification } from "#station/verify/verification.ts";
import type { EngineEvent, Station } from "./station-api.ts";

export interface StationParts extends StationPorts {
  readonly watch: Watch;
  /** Keeps what is snoozed; left out: it lasts as long as the process. */
  readonly snoozeStore?: StateStore;
  /** Keeps what is marked as known; left out: it lasts as long as the process. */
  readonly knownStore?: StateStore;
}

const progressEveryMs = 200;

/** Names of the instruments whose files are announced otherwise than before: what the portal refused of them may be right now. */
function announcedOtherwise(
  before: readonly ConfiguredInstrument[],
  now: readonly ConfiguredInstrument[],
): readonly string[] {
  const announced = ({ instrument: { site, instrument, pid, tags } }: ConfiguredInstrument) =>
    JSON.stringify([site, instrument, pid, tags]);
  return now.flatMap((one) => {
    const was = before.find(({ instrument }) => instrument.name === one.instrument.name);
    return was !== undefined && announced(was) !== announced(one) ? [one.instrument.name] : [];
  });
}

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
  const parts = { ...given, known };
  const events = createEmitter<EngineEvent>();
  const knownChanged = createEmitter<{ readonly known: KnownIssue; readonly isEnded: boolean }>();
  const renamed = createEmitter<Renamed>();
  const sent = new Map<string, { bytes: number; toldAt: number }>();
  const rate = createSendingRate(clock);
  const timeLeft = createTimeLeft(clock, ledger);
  const pace = createPace(clock);
  /** Uploads that a person sent again, by id: when one is delivered, its fellows of the same cause go too. */
  const retried = new Map<string, { cause: Cause; instrument: string }>();

  /** Who only asks sends nothing. */
  let isStarted = false;
  const pipeline = withLearned(
    createPipeline({ ...parts, mayClaim: () => isStarted }, configuration, null),
    parts,
  );
  const taker = createSettingsTaker(parts, pipeline, async (one) => {
    pipeline.cadences.forget();
    await snoozes.rename(one);
    renamed.emit(one);
  });
  const discovery = createDiscovery({
    ...parts,
    scanner: pipeline.scanner,
    unsettled: pipeline.unsettled,
    facts: pipeline.facts,
    instruments: pipeline.instruments,
    onLedgerError: pipeline.onLedgerError,
  });

  const clockWatch = createClockWatch({
    ...parts,
    onKnown: () => events.emit({ type: "status" }),
    // A date that was too far ahead may be near now.
    onSet: () => {
      if (pipeline.unsettled.all().some(({ isAhead }) => isAhead)) void discovery.rescanAll();
      events.emit({ type: "status" });
    },
  });
  const requeuing = {
    portalUrl: () => pipeline.configuration().settings.portal.url,
    onRequeued: () => pipeline.scheduler.wake(),
  };
  const againParts = { ...parts, ...requeuing, instruments: pipeline.instruments };
  const verification = createVerification({
    ...parts,
    linkClock: parts.linkClock ?? clock,
    store: parts.verifyStore ?? null,
    ...requeuing,
    instrumentOf: (name) =>
      pipeline.instruments().find(({ instrument }) => instrument.name === name)?.instrument,
    isOpen: pipeline.holds.mayRead,
    async onRewritten(upload) {
      await again(againParts, upload);
    },
    runSafely: pipeline.runSafely,
  });

  const releaseFellows = async ({
    cause,
    instrument,
  }: {
    cause: Cause;
    instrument: string;
  }): Promise<void> => {
    // Content that somebody else has put on the portal is replaced file by file, by a person.
    if (cause === "replaced-on-portal") return;
    const event = { type: "retried" } as const;
    const count = await ledger.applyAll({ states: ["blocked"], cause, instrument }, event, clock.nowMs());
    if (count > 0) pipeline.scheduler.wake();
  };
  const forget = ({ upload, result }: AttemptEnd): void => {
    sent.delete(upload.id);
    rate.forget(upload.id);
    const again = retried.get(upload.id);
    retried.delete(upload.id);
    if (result.kind === "delivered" && again !== undefined)
      void pipeline.runSafely(() => releaseFellows(again));
  };

  pipeline.onAttemptEnd(forget);
  pipeline.onAttemptEnd(timeLeft.ended);
  pipeline.onFolderBack(discovery.folderBack);
  pipeline.onStatus(() => {
    discovery.planAnew();
    events.emit({ type: "status" });
  });
  pipeline.onProgress(({ id, sentBytes: bytes }) => {
    const now = clock.monotonicMs();
    rate.note(id, bytes);
    timeLeft.note(id, bytes);
    const toldAt = sent.get(id)?.toldAt ?? Number.NEGATIVE_INFINITY;
    const isTold = now - toldAt >= progressEveryMs;
    sent.set(id, { bytes, toldAt: isTold ? now : toldAt });
    const size = pipeline.scheduler.inFlight().get(id)?.size ?? bytes;
    if (isTold) events.emit({ type: "progress", id, sentBytes: bytes, size });
  });
  const endJournal = ledger.onCommitted((entries) => events.emit({ type: "journal", entries }));

  const status = async () => {
    // Who only asks is told of uploads that nothing sends, too.
    if (!isStarted) await pipeline.runSafely(pipeline.orphans.look);
    const found = { ...(await statusOf(pipeline, parts, pace)), snoozes: snoozes.list() };
    await snoozes.look(issuesOf(found, clock.nowMs()));
    return found;
  };

  const noteRetried = (uploads: readonly Upload[]): void => {
    for (const { id, failure, instrument } of uploads)
      if (failure !== null) retried.set(id, { cause: failure.cause, instrument });
  };

  const noteKnown = (one: KnownIssue, isEnded: boolean): void => {
    pipeline.verdicts.forget();
    knownChanged.emit({ known: one, isEnded });
    events.emit({ type: "status" });
  };

  return {
    async start() {
      await snoozes.start();
      await taker.first();
      await pipeline.restore();
      isStarted = true;
      pipeline.scheduler.wake();
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
      for (const name of announcedOtherwise(before, pipeline.instruments()))
        for (const cause of ["refused", "no-permission"] as const)
          await pipeline.runSafely(() => releaseFellows({ cause, instrument: name }));
      await discovery.rewatch();
    },
    ...createViews(pipeline, parts, { rate, timeLeft }, (id) => sent.get(id)?.bytes ?? null),
    status,
    removedInstruments: taker.entries.removed,
    async snooze(key, untilMs) {
      const issue = issuesOf(await status(), clock.nowMs()).find((one) => one.key === key);
      if (issue === undefined || issue.kind === "waiting") return false;
      await snoozes.begin(issue, untilMs);
      events.emit({ type: "status" });
      return true;
    },
    async endSnooze(key) {
      if (await snoozes.end(key)) events.emit({ type: "status" });
    },
    known: known.list,
    async markKnown(key, because) {
      const issue = issuesOf(await status(), clock.nowMs()).find((one) => one.key === key);
      const marked = issue === undefined ? null : await known.mark(issue, because);
      if (marked !== null) noteKnown(marked, false);
      return marked;
    },
    async endKnown(id) {
      const ended = await known.end(id);
      if (ended !== null) noteKnown(ended, true);
      return ended !== null;
    },
    onKnown: knownChanged.on,
    onRenamed: renamed.on,
    async explain(path) {
      if (!isStarted) await taker.entries.begin();
      return await explain(path, {
        ...parts,
        holds: pipeline.holds,
        unsettled: pipeline.unsettled,
        verdicts: pipeline.verdicts,
        around: async (name) => aroundWords(await statusOf(pipeline, parts, pace), name, clock.nowMs()),
        instruments: pipeline.instruments,
        entries: taker.entries,
        problems: () => pipeline.configuration().problems,
      });
    },
    uploads: (filter, limit, afterId) => ledger.list(filter, limit, afterId),
    async upload(id) {
      const upload = await ledger.get(id);
      if (upload === null) return null;
      return { upload, journal: await ledger.journal({ sinceSeq: 0, limit: 1000, uploadId: id }) };
    },
    journal: (sinceSeq, limit) => ledger.journal({ sinceSeq, limit }),
    lastSeq: () => ledger.lastSeq(),
    unsent: () =>
      pipeline.unsettled.all().map(({ instrument, relPath, reason }) => ({ instrument, relPath, reason })),
    adding: parts.added === undefined ? null : createAdding({ ...parts, ...pipeline, added: parts.added }),
    verification,
    sendAgain: (wanted) => sendAgain(againParts, wanted),
    progress: () => new Map([...sent].map(([id, { bytes }]) => [id, bytes])),
    async retry(filter, { sendAnyway }) {
      const states = (filter.states ?? uploadStates).filter(canRetry);
      if (states.length === 0) return 0;
      const chosen: UploadFilter = { ...filter, states };
      noteRetried(await ledger.list({ ...chosen, states: ["blocked"] }, 100, null));
      pipeline.refusals.forget();
      const event = sendAnyway ? ({ type: "retried", sendAnyway } as const) : ({ type: "retried" } as const);
      const count = await ledger.applyAll(chosen, event, clock.nowMs());
      pipeline.holds.tryNow();
      pipeline.scheduler.wake();
      return count;
    },
    async cancel(filter) {
      const chosen: UploadFilter = { ...filter, states: filter.states ?? uploadStates.filter(canCancel) };
      const inFlight = [...pipeline.scheduler.inFlight().keys()];
      const count = await ledger.applyAll(chosen, { type: "cancelled" }, clock.nowMs());
      for (const id of inFlight)
        if ((await ledger.get(id))?.state === "cancelled") void pipeline.scheduler.abort(id);
      return count;
    },
    pause(untilMs, from) {
      const reason = untilMs === null ? "Paused by hand until resumed." : "Paused by hand.";
      pipeline.holds.pause(untilMs, reason, from);
      pipeline.scheduler.wake();
    },
    resume() {
      pipeline.holds.resume();
      pipeline.scheduler.wake();
    },
    tryNow() {
      pipeline.holds.tryNow();
      pipeline.scheduler.wake();
    },
    listsRead() {
      pipeline.verdicts.forget();
      events.emit({ type: "status" });
    },
    poorProducts: async () => (await pipeline.verdicts.current()).flatMap(({ poor }) => poor),
    isOpen: pipeline.holds.mayRead,
    rescan: () => discovery.rescanAll(),
    async checkFolder(name) {
      const configured = pipeline.instruments().find(({ instrument }) => instrument.name === name);
      if (configured === undefined) return null;
      await discovery.rescanOne(configured);
      return folderAnswer(configured.instrument.folder, pipeline.facts.of(name));
    },
    onAttemptEnd: pipeline.onAttemptEnd,
    onEvent: events.on,
  };
}
