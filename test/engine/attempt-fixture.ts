import { createKeyedLock } from "#base/keyed-lock.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import { type AttemptParts, attempt } from "#engine/delivery/attempt.ts";
import type { AttemptResult } from "#engine/delivery/attempt-result.ts";
import { createConnectionLimit } from "#engine/delivery/connection-limit.ts";
import { createDueClock } from "#engine/delivery/due-clock.ts";
import { createReceivedFiles } from "#engine/delivery/received-files.ts";
import { createSiteRefusals } from "#engine/delivery/site-refusals.ts";
import type { FoundVersion } from "#engine/ports/ledger.ts";
import { EngineFixture, instrument as usualInstrument } from "#test/support/builders/engine-fixture.ts";

/** Tries single uploads in faked ports, without scanner and scheduler. */
export class AttemptFixture extends EngineFixture {
  instruments: readonly Instrument[] = [usualInstrument()];
  isOpen = true;
  connections = 4;
  readonly held: string[] = [];
  readonly lifted: string[] = [];
  readonly refusals = createSiteRefusals(this.clock, ({ site }) => this.lifted.push(site));
  readonly parts: AttemptParts = {
    clock: this.clock,
    due: createDueClock(this.clock),
    files: this.files,
    ledger: this.ledger,
    portal: this.portal,
    receivedFiles: createReceivedFiles(this.portal, this.clock),
    locks: createKeyedLock(),
    refusals: this.refusals,
    connections: createConnectionLimit(() => this.connections),
    isOutdated: () => false,
    isOpen: () => this.isOpen,
    isHeld: () => false,
    onSilence: ({ cause }) => {
      this.isOpen = false;
      this.held.push(cause);
    },
    judge: async ({ failure, retryAfterMs }) => {
      this.isOpen = false;
      this.held.push(failure.cause);
      return { kind: "hold", failure, retryAfterMs };
    },
    onVerdict: () => {},
    portalUrl: "https://portal.example",
    isOtherPortal: () => false,
    folderTrouble: async () => null,
    instrumentOf: (name) => this.instruments.find((one) => one.name === name),
    dateNow: ({ measurementDate }) => measurementDate,
    onProgress: () => {},
  };

  /** Queues what is under the path and claims it. */
  async claimed(relPath: string, change: Partial<FoundVersion> = {}): Promise<Upload> {
    const name = change.instrument ?? "Radar";
    const folder = this.instruments.find((one) => one.name === name)?.folder ?? "";
    const stat = await this.files.stat(folder, relPath);
    if ("error" in stat) throw new Error(stat.message);
    const known = { ...stat, instrument: name, relPath, measurementDate: "2024-06-01", rewrittenFrom: null };
    const nowMs = this.clock.nowMs();
    await this.ledger.enqueue([{ ...known, lane: "fresh", checkFirst: false, ...change }], nowMs);
    return await this.claimedAgain(name);
  }

  /** Claims the next upload that is due. */
  async claimedAgain(name = "Radar"): Promise<Upload> {
    const nowMs = this.clock.nowMs();
    const [upload] = await this.ledger.claim({
      instruments: [name],
      limit: 1,
      maxSize: null,
      dates: null,
      nowMs,
    });
    if (upload === undefined) throw new Error("nothing is due");
    return upload;
  }

  async attempt(
    upload: Upload,
    { signal = new AbortController().signal, isProbe = false } = {},
  ): Promise<AttemptResult> {
    return await attempt(upload, this.parts, signal, isProbe);
  }

  /** Queues, claims and tries what is under the path. */
  async attempted(relPath: string, change: Partial<FoundVersion> = {}): Promise<AttemptResult> {
    return await this.attempt(await this.claimed(relPath, change));
  }
}
