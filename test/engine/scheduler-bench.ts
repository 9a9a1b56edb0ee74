import type { Upload } from "#domain/upload.ts";
import { type AttemptResult, hasFailed } from "#engine/delivery/attempt-result.ts";
import { createDueClock } from "#engine/delivery/due-clock.ts";
import { createHolds } from "#engine/delivery/holds.ts";
import { createScheduler } from "#engine/delivery/scheduler.ts";
import type { ClaimRequest, FoundVersion } from "#engine/ports/ledger.ts";
import { found } from "#test/support/builders/ledger-fixtures.ts";
import { errorOf } from "#test/support/builders/outcomes.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";

/** An upload that the scheduler has started. */
interface Started {
  readonly upload: Upload;
  readonly signal: AbortSignal;
  readonly isProbe: boolean;
  readonly end: (end: AttemptResult | Error) => void;
}

/** A scheduler with a ledger and holds of its own; what it starts ends when the test says so. */
export class SchedulerBench {
  readonly clock = new FakeClock();
  readonly due = createDueClock(this.clock);
  readonly ledger = memoryLedger();
  readonly holds = createHolds(
    this.clock,
    () => this.quietMs,
    () => {},
  );
  quietMs = 0;
  concurrency = 4;
  claimable: Pick<ClaimRequest, "instruments" | "dates"> = { instruments: ["Cloud radar"], dates: null };
  readonly started: Started[] = [];
  readonly ended: [string, AttemptResult["kind"]][] = [];
  readonly bugs: unknown[] = [];
  readonly ledgerErrors: string[] = [];
  /** Ends each upload at once with this, when set. */
  endsWith: ((upload: Upload) => AttemptResult) | null = null;
  readonly scheduler = createScheduler({
    mayClaim: () => true,
    clock: this.clock,
    ledger: this.ledger,
    holds: this.holds,
    due: this.due,
    concurrency: () => this.concurrency,
    claimable: (routes) =>
      routes.includes("instrument") ? this.claimable : { ...this.claimable, instruments: [] },
    routeOf: () => "instrument",
    onOutage: (failure) => this.holds.raise(failure, null),
    attempt: (upload, signal, isProbe) =>
      new Promise((resolve, reject) => {
        const end = (how: AttemptResult | Error) => (how instanceof Error ? reject(how) : resolve(how));
        this.started.push({ upload, signal, isProbe, end });
        signal.addEventListener("abort", () => void this.#release(upload, resolve));
        const how = this.endsWith?.(upload) ?? null;
        if (how !== null) void this.#record(upload, how, resolve);
      }),
    unheard: () => [],
    unfitToProbe: () => [],
    isOfPassword: () => this.holds.list().some(({ cause }) => cause === "credentials"),
    onNothingElse: () => {},
    onNothingToTry: () => {},
    onEnd: (upload, result) => this.ended.push([upload.relPath, result.kind]),
    onLedgerError: (message) => {
      this.ledgerErrors.push(message);
      this.holds.recordsFailed(errorOf("ledger-trouble"));
    },
    onBug: (error) => this.bugs.push(error),
  });

  async queue(...versions: readonly FoundVersion[]): Promise<readonly Upload[]> {
    return await this.ledger.enqueue(versions, this.clock.nowMs());
  }

  /** Wakes it and lets all follow that needs no time. */
  async settled(): Promise<void> {
    this.scheduler.wake();
    await this.clock.advance(0);
  }

  names(): readonly string[] {
    return this.started.map(({ upload }) => upload.relPath);
  }

  inFlight(): readonly string[] {
    return [...this.scheduler.inFlight().values()].map(({ relPath }) => relPath);
  }

  /** Ends the upload of that name that was started last; the ledger hears of it as from a real one. */
  async end(relPath: string, how: AttemptResult): Promise<void> {
    const one = this.started.findLast(({ upload }) => upload.relPath === relPath);
    if (one === undefined) throw new Error(`${relPath} was never started`);
    await this.#record(one.upload, how, one.end);
    await this.clock.advance(0);
  }

  async states(): Promise<Readonly<Record<string, number>>> {
    const totals = Object.entries(await this.ledger.totals());
    return Object.fromEntries(totals.filter(([, count]) => count > 0));
  }

  async #release(upload: Upload, resolve: (end: AttemptResult) => void): Promise<void> {
    await this.#record(upload, { kind: "released", reason: "ended" }, resolve);
  }

  async #record(upload: Upload, how: AttemptResult, resolve: (end: AttemptResult) => void): Promise<void> {
    const nowMs = this.clock.nowMs();
    if (how.kind === "hold") this.holds.raise(how.failure, how.retryAfterMs);
    if (hasFailed(how))
      await this.ledger.apply(
        upload.id,
        { type: "failed-passing", failure: how.failure, notBeforeMs: this.due.nowMs() + 60_000 },
        nowMs,
      );
    else if (how.kind === "delivered") await this.#deliver(upload, how);
    else await this.ledger.apply(upload.id, { type: "released", reason: "ended" }, nowMs);
    resolve(how);
  }

  async #deliver({ id }: Upload, { receipt }: AttemptResult & { kind: "delivered" }): Promise<void> {
    const nowMs = this.clock.nowMs();
    await this.ledger.apply(id, { type: "hashed", checksum: id, recordKey: id, mark: null }, nowMs);
    await this.ledger.apply(id, { type: "confirmed", receipt }, nowMs);
  }
}

/** A file by its name; the name is the path. */
export function file(relPath: string, change: Partial<FoundVersion> = {}): FoundVersion {
  return found(0, { relPath, ...change });
}

export function delivered(upload: Upload): AttemptResult {
  const receipt = {
    kind: "stored",
    checksum: "",
    size: upload.size,
    confirmedAtMs: 0,
    recordFilename: null,
    recordUuid: null,
    portal: null,
  } as const;
  return { kind: "delivered", receipt };
}

export function outage(cause: "link-broken" | "portal-error" = "link-broken"): AttemptResult {
  return { kind: "retry", failure: errorOf(cause), retryAfterMs: null, isOutage: true };
}
