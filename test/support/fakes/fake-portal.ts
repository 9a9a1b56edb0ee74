import { createHash } from "node:crypto";
import type { Outcome } from "#domain/outcome.ts";
import type { Metadata, RawFile, Site } from "#domain/portal-records.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Portal, RawFileQuery, ReadOutcome, UploadBody } from "#engine/ports/portal.ts";
import {
  blockFor,
  holdFor,
  lostAnswer,
  noMetadata,
  silentAnswer,
  wrongBytes,
} from "#test/support/builders/outcomes.ts";
import { FakePortalRecords, type Verdict } from "./fake-portal-records.ts";

/** A request as it arrived. */
export interface PortalCall {
  readonly kind: "announce" | "send" | "list" | "record" | "sites";
  readonly atMs: number;
  /** Checksum of the file; empty for a list. */
  readonly checksum: string;
  readonly filename: string;
  readonly metadata: Metadata | null;
}

/**
 * Handling of a request in place of the portal's own rules: an outcome without effect; `lose-answer`: it has its
 * effect and the answer is lost; `hang`: no answer ever comes; `trickle`: one comes in bits, without an end, until the
 * client gives it up after two minutes; its request has no effect. Undefined is the portal's own answer.
 */
export type Scripted = Outcome | "lose-answer" | "hang" | "trickle" | undefined;

/** How long a client waits for an answer that has begun. */
const trickleMs = 120_000;

/** The portal's rules in memory behind the Portal port, with faults by script and a log of every request. */
export class FakePortal implements Portal {
  readonly records = new FakePortalRecords();
  readonly log: PortalCall[] = [];
  /** Two announcements or contents of one checksum or one record at the same time (docs/portal/observed.md §1). */
  readonly overlaps: string[] = [];
  /** How long each request takes. */
  latencyMs = 0;
  /** Most requests that were under way at the same time, but for lists. */
  mostAtOnce = 0;
  /** Most announcements and contents; records may be asked for beside the uploads' connections. */
  mostUploadsAtOnce = 0;
  /** Most lists, which are asked for beside the uploads. */
  mostListsAtOnce = 0;
  /** Refused for the files of instruments and models. */
  readonly forbiddenSites = new Set<string>();
  /** Refused for the files of these models alone, at every site. */
  readonly forbiddenModels = new Set<string>();
  isPasswordRight = true;
  /** The optional route `GET /upload/metadata/<md5>`. */
  offersRecordOf = true;
  /** The filter by PID is not in the contract: a portal may show nothing by it, or refuse it. */
  pidFilter: "works" | "empty" | "refused" = "works";
  /** Records that its lists show: a replica may be old, or empty. */
  shows: (records: readonly RawFile[]) => readonly RawFile[] = (records) => records;
  /** Mark that tells one password from another. */
  mark = "0a1b";
  script: (call: PortalCall) => Scripted | Promise<Scripted> = () => undefined;
  /** The portal's own clock, epoch milliseconds: that of the PC unless a test gives it another. */
  nowMs: () => number;
  /** How far the PC's clock is said to be ahead; null: not known. */
  aheadMs: number | null = null;
  /** Called once the first bytes of a content have arrived. */
  whileSending: (checksum: string) => void = () => {};
  readonly #clock: Clock;
  readonly #under = new Map<string, number>();
  #connections = new AbortController();
  #atOnce = 0;
  #uploadsAtOnce = 0;
  #listsAtOnce = 0;
  #sentBytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.nowMs = () => clock.nowMs();
  }

  clockAheadMs(): number | null {
    return this.aheadMs;
  }

  announce(metadata: Metadata, signal: AbortSignal): Promise<Outcome> {
    const { checksum, filename, site, measurementDate } = metadata;
    const tags = [...metadata.tags].sort().join();
    const call = this.#note({ kind: "announce", checksum, filename, metadata });
    const keys = [checksum, [site, measurementDate, filename, metadata.instrumentPid, tags].join("|")];
    return this.#alone(keys, () =>
      this.#answer(call, signal, () => {
        const refusal = this.#refusal(metadata);
        if (refusal !== null) return refusal;
        const today = new Date(this.nowMs()).toISOString().slice(0, 10);
        return outcomeOf(this.records.announce(metadata, today));
      }),
    );
  }

  send(
    checksum: string,
    body: UploadBody,
    signal: AbortSignal,
    onSent: (sentBytes: number) => void,
  ): Promise<Outcome> {
    const filename = this.records.byChecksum(checksum)?.metadata.filename ?? "";
    const call = this.#note({ kind: "send", checksum, filename, metadata: null });
    return this.#alone([checksum], () =>
      this.#answer(call, signal, async () => {
        const early = this.#refusal(null) ?? outcomeOfEarly(this.records.early(checksum));
        if (early !== null) return early;
        const arrived = await this.#receive(checksum, body, signal, onSent);
        if (signal.aborted) return { kind: "abandoned" };
        if (arrived.size !== body.size) return wrongBytes;
        return outcomeOf(this.records.take(checksum, arrived));
      }),
    );
  }

  async rawFiles(query: RawFileQuery, signal: AbortSignal): Promise<ReadOutcome<readonly RawFile[]>> {
    const call = this.#note({ kind: "list", checksum: "", filename: "", metadata: null });
    const outcome = await this.#answer(call, signal, () => ({ kind: "accepted" }));
    if (outcome.kind !== "accepted") return readFailure(outcome);
    const { site, date, dateFrom, dateTo, instrument, pids, filename } = query;
    const asked = pids ?? (instrument.includes("://") ? [instrument] : null);
    const devices = asked !== null && this.pidFilter === "empty" ? [] : asked;
    if (asked !== null && this.pidFilter === "refused")
      return { kind: "refused", status: 400, errors: ["Unknown query parameters: instrumentPid"] };
    const value = this.shows(this.records.all()).filter(
      (record) =>
        record.siteId === site &&
        (date ?? record.measurementDate) === record.measurementDate &&
        (dateFrom ?? record.measurementDate) <= record.measurementDate &&
        (dateTo ?? record.measurementDate) >= record.measurementDate &&
        (devices?.includes(record.instrumentPid ?? "") ??
          (instrument === "" || record.instrumentId === instrument)) &&
        (filename ?? record.filename) === record.filename,
    );
    return { kind: "found", value };
  }

  async recordOf(checksum: string, signal: AbortSignal): Promise<ReadOutcome<RawFile | null>> {
    const call = this.#note({ kind: "record", checksum, filename: "", metadata: null });
    const outcome = await this.#answer(call, signal, () => ({ kind: "accepted" }));
    if (outcome.kind !== "accepted") return readFailure(outcome);
    return { kind: "found", value: this.offersRecordOf ? this.records.rawFileOf(checksum) : null };
  }

  async passwordMark(): Promise<string> {
    return this.mark;
  }

  async sites(signal: AbortSignal): Promise<ReadOutcome<readonly Site[]>> {
    const call = this.#note({ kind: "sites", checksum: "", filename: "", metadata: null });
    const outcome = await this.#answer(call, signal, () => ({ kind: "accepted" }));
    return outcome.kind === "accepted" ? { kind: "found", value: [] } : readFailure(outcome);
  }

  requests() {
    const count = (...kinds: readonly PortalCall["kind"][]) =>
      this.log.filter(({ kind }) => kinds.includes(kind)).length;
    return {
      post: count("announce"),
      put: count("send"),
      get: count("list", "record", "sites"),
      sentBytes: this.#sentBytes,
    };
  }

  async close(): Promise<void> {}

  /** The client has died: whatever it still waited for is over. */
  dropConnections(): void {
    this.#connections.abort();
    this.#connections = new AbortController();
  }

  /** File names in the order in which they were announced. */
  announced(): readonly string[] {
    return this.log.filter(({ kind }) => kind === "announce").map(({ filename }) => filename);
  }

  /** MD5 of what it has received under a name; null when nothing. */
  received(filename: string): string | null {
    const record = this.records.all().find((one) => one.filename === filename && one.status !== "created");
    return record?.checksum ?? null;
  }

  #note(call: Omit<PortalCall, "atMs">): PortalCall {
    const noted = { ...call, atMs: this.#clock.monotonicMs() };
    this.log.push(noted);
    return noted;
  }

  #refusal(announced: Metadata | null): Outcome | null {
    if (!this.isPasswordRight) return holdFor("credentials");
    if (announced === null) return null;
    const { site, kind, instrument } = announced;
    const isForbidden =
      this.forbiddenSites.has(site) || (kind === "model" && this.forbiddenModels.has(instrument));
    return isForbidden ? blockFor("no-permission", "Missing permission") : null;
  }

  async #alone(keys: readonly string[], work: () => Promise<Outcome>): Promise<Outcome> {
    for (const key of keys) {
      const count = (this.#under.get(key) ?? 0) + 1;
      this.#under.set(key, count);
      if (count > 1) this.overlaps.push(key);
    }
    try {
      return await work();
    } finally {
      for (const key of keys) this.#under.set(key, (this.#under.get(key) ?? 1) - 1);
    }
  }

  async #answer(
    call: PortalCall,
    signal: AbortSignal,
    rules: () => Outcome | Promise<Outcome>,
  ): Promise<Outcome> {
    const { kind } = call;
    const isList = kind === "list" || kind === "sites";
    const isUpload = !isList && kind !== "record";
    if (isList) this.mostListsAtOnce = Math.max(this.mostListsAtOnce, ++this.#listsAtOnce);
    else this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#atOnce);
    if (isUpload) this.mostUploadsAtOnce = Math.max(this.mostUploadsAtOnce, ++this.#uploadsAtOnce);
    try {
      const scripted = await this.script(call);
      if (signal.aborted) return { kind: "abandoned" };
      const over = AbortSignal.any([signal, this.#connections.signal]);
      if (scripted === "hang") await aborted(over);
      if (scripted === "trickle") await this.#clock.sleep(trickleMs, over);
      if (over.aborted || scripted === "hang") return { kind: "abandoned" };
      if (scripted === "trickle") return silentAnswer;
      if (this.latencyMs > 0) await this.#clock.sleep(this.latencyMs, signal);
      if (signal.aborted) return { kind: "abandoned" };
      if (scripted !== undefined && scripted !== "lose-answer") return scripted;
      const outcome = await rules();
      return scripted === "lose-answer" ? lostAnswer : outcome;
    } finally {
      if (isList) this.#listsAtOnce--;
      else this.#atOnce--;
      if (isUpload) this.#uploadsAtOnce--;
    }
  }

  async #receive(
    checksum: string,
    body: UploadBody,
    signal: AbortSignal,
    onSent: (sentBytes: number) => void,
  ): Promise<{ checksum: string; size: number }> {
    const hash = createHash("md5");
    let size = 0;
    for await (const chunk of body.kind === "bytes" ? [body.bytes] : body.chunks()) {
      hash.update(chunk);
      const isFirst = size === 0;
      size += chunk.length;
      this.#sentBytes += chunk.length;
      onSent(size);
      if (isFirst) this.whileSending(checksum);
      if (signal.aborted) break;
    }
    return { checksum: hash.digest("hex"), size };
  }
}

function outcomeOf(verdict: Verdict): Outcome {
  switch (verdict) {
    case "accepted":
    case "received-before":
      return { kind: verdict };
    case "stored":
    case "replaced":
      return { kind: "delivered", how: verdict };
    case "refused":
      return blockFor("refused", "The field is wrong");
    case "no-metadata":
      return noMetadata;
    case "checksum-mismatch":
      return wrongBytes;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function outcomeOfEarly(verdict: Verdict | null): Outcome | null {
  return verdict === null ? null : outcomeOf(verdict);
}

function readFailure(outcome: Outcome): ReadOutcome<never> {
  if (outcome.kind === "abandoned") return outcome;
  if (outcome.kind === "block") {
    const errors = [outcome.failure.portalMessage ?? "Bad request"];
    return { kind: "refused", status: 400, errors };
  }
  return "failure" in outcome
    ? { kind: "failed", failure: outcome.failure }
    : { kind: "refused", status: 500, errors: [] };
}
