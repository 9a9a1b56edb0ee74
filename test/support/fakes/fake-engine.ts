import type { JournalLine } from "#domain/journal.ts";
import type { KnownIssue } from "#domain/known-issue.ts";
import type { QueueQuery, QueueWindow, UploadFilter } from "#domain/queue.ts";
import { facetsOf, isOfFilter, queueCellOf } from "#domain/queue.ts";
import { type Upload, type UploadEvent, uploadStates } from "#domain/upload.ts";
import { afterEvent, journalDetail, newUpload } from "#domain/upload-transition.ts";
import type { EngineEvent, Station } from "#station/station-api.ts";
import type { Activity } from "#station/status/activity.ts";
import type { Explanation, Status } from "#station/status/reports.ts";
import { isLineOf } from "#test/support/journal-line.ts";
import { fakeAdding } from "./fake-adding.ts";
import { fakeMetrics } from "./fake-metrics.ts";

/** An engine whose uploads live in memory and move only when a test says so. */
export interface FakeEngine extends Station {
  /** A finished file was found. Gives the id of its upload. */
  find(relPath: string): string;
  /** Applies an event; false where it does not apply to the state. */
  happen(id: string, event: UploadEvent): boolean;
  /** Several journal lines in one commit. */
  commit(work: () => void): void;
  tell(event: EngineEvent): void;
  /** Names of the calls that steer it, with their argument. */
  readonly steered: readonly string[];
  /** Runs before each page of uploads is read: what changes while a snapshot is taken. */
  beforePage: () => void;
  /** Makes `status` fail with this. */
  fault: Error | null;
  /** Parts of the status that differ from those of a healthy engine. */
  statusParts: Partial<Status>;
  /** The same for its activity. */
  activityParts: Partial<Activity>;
}

const knownFile: KnownIssue = {
  id: 1,
  cause: "judged-invalid",
  label: "The portal could not use 1 file of Radar",
  files: [{ instrument: "Radar", relPath: "a.nc", version: "00000000-0000-4000-8000-000000000001" }],
  note: "Rain on the dome",
  by: "operator",
  atMs: 0,
};
const knownHere = [knownFile];

/** Shapes as of the real engine; time begins at `nowMs` and moves a second with each change. */
export function createFakeEngine(startMs = Date.UTC(2026, 10, 21, 10)): FakeEngine {
  const uploads = new Map<string, Upload>();
  const journal: JournalLine[] = [];
  const listeners = new Set<(event: EngineEvent) => void>();
  const steered: string[] = [];
  const progress = new Map<string, number>();
  let pending: JournalLine[] | null = null;

  const nowMs = () => startMs + journal.length * 1000;

  const note = (upload: Upload, event: JournalLine["event"], detail: string | null) => {
    // Map keeps the order of insertion: the newest change comes last.
    uploads.delete(upload.id);
    uploads.set(upload.id, upload);
    const { id: uploadId, instrument, relPath, state } = upload;
    const seq = journal.length + 1;
    const entry = { seq, atMs: nowMs(), uploadId, instrument, relPath, event, state, detail };
    journal.push(entry);
    if (pending === null) engine.tell({ type: "journal", entries: [entry] });
    else pending.push(entry);
  };

  const select = (filter: UploadFilter) =>
    [...uploads.values()].reverse().filter((upload) => isOfFilter(upload, filter));

  const windowOf = ({ filter, order, offset, limit }: QueueQuery): QueueWindow => {
    const chosen = select(filter);
    if (order === "found") chosen.sort((a, b) => (a.id < b.id ? 1 : -1));
    return { total: chosen.length, uploads: chosen.slice(offset, offset + limit) };
  };

  const applyAll = (filter: UploadFilter, event: UploadEvent) =>
    select(filter).filter((upload) => engine.happen(upload.id, event)).length;

  const engine: FakeEngine = {
    async delivered() {
      return { uploads: select({ states: ["delivered"] }), nextSeq: null };
    },
    adding: fakeAdding,
    async sendAgain(wanted) {
      steered.push(`sendAgain ${JSON.stringify(wanted)}`);
      return { queued: 1, gone: 0, changed: 0, leftOut: 0, notQueued: [] };
    },
    verification: {
      begin: () => true,
      end: () => undefined,
      last: async () => null,
      state: () => ({ isRunning: false, isWhole: false, found: null, asOfMs: null }),
    },
    listsRead() {},
    poorProducts: async () => [],
    removedInstruments: () => [],
    replacedAmong: async () => new Set(),
    async verdictsOf() {
      return new Map();
    },
    pathOf: ({ relPath }) => `/data/radar/${relPath}`,
    steered,
    beforePage: () => undefined,
    fault: null,
    statusParts: {},
    activityParts: {},
    find(relPath) {
      const id = `00000000-0000-7000-8000-${uploads.size.toString(16).padStart(12, "0")}`;
      const version = { size: 1000, mtimeUs: startMs * 1000 + 789, measurementDate: "2026-11-21" };
      const upload = {
        id,
        instrument: "Radar",
        relPath,
        ...version,
        lane: "fresh",
        checkFirst: false,
        ctimeUs: null,
        fileId: null,
      } as const;
      note(newUpload(upload, nowMs()), "enqueued", null);
      return id;
    },
    happen(id, event) {
      const before = uploads.get(id);
      const after = before === undefined ? null : afterEvent(before, event, nowMs());
      if (after === null) return false;
      note(after, event.type, journalDetail(event));
      return true;
    },
    commit(work) {
      pending = [];
      work();
      const entries = pending;
      pending = null;
      engine.tell({ type: "journal", entries });
    },
    tell(event) {
      if (event.type === "progress") progress.set(event.id, event.sentBytes);
      for (const listener of listeners) listener(event);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async status() {
      if (engine.fault !== null) throw engine.fault;
      const byState = uploadStates.map((state) => [state, select({ states: [state] }).length]);
      return { ...healthy, totals: Object.fromEntries(byState), ...engine.statusParts };
    },
    async explain(path): Promise<Explanation> {
      const rules = [{ name: "pattern", passed: true, detail: "it matches" }] as const;
      const found = select({ text: path });
      const lines = journal.filter((line) => found.some(({ id }) => id === line.uploadId));
      const next = { what: "It is sent.", atMs: null };
      return {
        path,
        instrument: "Radar",
        kind: null,
        rules,
        verdict: "It is in the queue.",
        next,
        uploads: found,
        journal: lines,
      };
    },
    async uploads(filter, limit, afterId) {
      engine.beforePage();
      const all = select(filter);
      const start = afterId === null ? 0 : all.findIndex(({ id }) => id === afterId) + 1;
      return all.slice(start, start + limit);
    },
    async upload(id) {
      const upload = uploads.get(id);
      return upload === undefined ? null : { upload, journal: journal.filter((e) => e.uploadId === id) };
    },
    journal: async (sinceSeq, limit) => journal.slice(sinceSeq, sinceSeq + limit),
    queue: async (query) => windowOf(query),
    queueWindows: async (queries) => queries.map(windowOf),
    queueCounts: async ({ text, ids, ...rest }) => {
      const found = [...uploads.values()].filter((upload) =>
        isOfFilter(upload, {
          ...(text === undefined ? {} : { text }),
          ...(ids === undefined ? {} : { ids }),
        }),
      );
      return facetsOf(found.map(queueCellOf), rest);
    },
    history: async (id) => {
      const sentence = "It is in the queue.";
      return uploads.has(id) ? [{ atMs: null, event: null, sentence, text: sentence }] : null;
    },
    journalPage: async ({ beforeSeq, limit, ...filter }) => {
      const older = journal.filter(({ seq }) => seq < (beforeSeq ?? Number.POSITIVE_INFINITY));
      const found = older.filter((line) => isLineOf(line, filter)).reverse();
      const entries = found.slice(0, limit);
      const nextBeforeSeq = found.length > limit ? (entries.at(-1)?.seq ?? null) : null;
      return { entries, nextBeforeSeq, scannedToMs: older[0]?.atMs ?? null };
    },
    activity: async () => ({ ...idle, nowMs: nowMs(), ...engine.activityParts }),
    stationNow: async (_status, isRunning) => ({
      nowMs: nowMs(),
      today: { found: uploads.size, delivered: select({ states: ["delivered"] }).length },
      sending: { count: progress.size, bytesPerSecond: 0, timeLeft: null, progress: null, finished: null },
      path: isRunning ? [] : [{ node: "pc", state: "trouble", message: "Skyferry is not running." }],
      portalClockDriftMs: null,
    }),
    metrics: async () => fakeMetrics([...uploads.values()], nowMs()),
    onAttemptEnd: () => () => undefined,
    lastSeq: async () => journal.length,
    unsent: () => [{ instrument: "Radar", relPath: "new.nc", reason: "It is still growing." }],
    progress: () => progress,
    retry: async (filter) => applyAll(filter, { type: "retried" }),
    cancel: async (filter) => applyAll(filter, { type: "cancelled" }),
    pause: (untilMs, from) => void steered.push(`pause ${untilMs}${from === undefined ? "" : ` ${from}`}`),
    resume: async () => void steered.push("resume"),
    pauseBacklog: async (isPaused) => void steered.push(`${isPaused ? "pause" : "resume"} backlog`),
    async snooze(key, untilMs) {
      steered.push(`snooze ${key} ${untilMs}`);
      return key !== "unknown";
    },
    known: async () => knownHere,
    async markKnown(key, because) {
      steered.push(`markKnown ${key}`);
      return key === "unknown" ? null : { ...knownFile, ...because };
    },
    async endKnown(id) {
      steered.push(`endKnown ${id}`);
      return id === knownFile.id;
    },
    onKnown: () => () => undefined,
    onRenamed: () => () => undefined,
    endSnooze: async (key) => void steered.push(`endSnooze ${key}`),
    tryNow: () => void steered.push("tryNow"),
    isOpen: () => true,
    rescan: async () => void steered.push("rescan"),
    checkFolder: async (name) =>
      name === "Radar" ? { isReadable: true, message: "/data/radar can be read." } : null,
    start: async () => void steered.push("start"),
    stop: async () => void steered.push("stop"),
  };
  return engine;
}

const healthy: Omit<Status, "totals"> = {
  duplicates: { all: 0, today: 0 },
  replaced: 0,
  holds: [],
  causes: [],
  oldestUnsentAtMs: null,
  lastDeliveredAtMs: null,
  today: { found: 0, delivered: 0 },
  pace: "prompt",
  instruments: [],
  settingsProblems: [],
  clockAheadMs: null,
  ledgerMessage: null,
  needsAttention: false,
};

const idle: Omit<Activity, "nowMs"> = {
  hourStartMs: Date.UTC(2026, 10, 21, 10),
  instruments: [],
  throughput: { bytes: Array.from({ length: 24 }, () => 0), files: Array.from({ length: 24 }, () => 0) },
};
