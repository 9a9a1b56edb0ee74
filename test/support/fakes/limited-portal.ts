import { type Bandwidth, createBandwidth } from "#adapters/portal/bandwidth.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { Precedence } from "#domain/precedence.ts";
import type { SourceKind } from "#domain/settings.ts";
import { limitAt, type RateRow } from "#domain/timetable.ts";
import type { UploadBody } from "#engine/ports/portal.ts";
import type { FakeClock } from "./fake-clock.ts";
import { FakePortal } from "./fake-portal.ts";

/** About what the head of a request, and an announcement, take; bytes. */
export const headBytes = 400;
export const announcementBytes = 300;

interface Limits {
  readonly bandwidthKBps: number | null;
  readonly rates: readonly RateRow[];
}

/** The fake portal behind the product's own limit, which it passes as the adapter does; hears of all that goes over the line. */
export class LimitedPortal extends FakePortal {
  limits: Limits;
  onGone: (bytes: number, filename: string) => void = () => {};
  readonly #limitedBy: FakeClock;
  #bandwidth: Bandwidth;

  constructor(clock: FakeClock, limits: Limits) {
    super(clock);
    this.limits = limits;
    this.#limitedBy = clock;
    this.#bandwidth = this.#newBandwidth();
  }

  /** As after a restart of the program: nothing is on the line. */
  restarted(): void {
    this.dropConnections();
    this.#bandwidth = this.#newBandwidth();
  }

  /** Bytes that may be on the line before anybody else's turn comes. */
  largestTurn(): number {
    return headBytes + this.#bandwidth.wholeBytes;
  }

  override async announce(
    metadata: Metadata,
    signal: AbortSignal,
    precedence?: Precedence,
  ): Promise<Outcome> {
    const isGone = await this.#take(headBytes + announcementBytes, metadata.filename, signal, precedence);
    return isGone ? await super.announce(metadata, signal) : { kind: "abandoned" };
  }

  override async send(
    checksum: string,
    body: UploadBody,
    signal: AbortSignal,
    onSent: (sentBytes: number) => void,
    _kind?: SourceKind,
    precedence?: Precedence,
  ): Promise<Outcome> {
    const filename = this.records.byChecksum(checksum)?.metadata.filename ?? "";
    if (body.kind === "bytes" && body.size <= this.#bandwidth.wholeBytes) {
      const isGone = await this.#take(headBytes + body.size, filename, signal, precedence);
      return isGone ? await super.send(checksum, body, signal, onSent) : { kind: "abandoned" };
    }
    const pieces = this.#pieces(body, filename, signal, precedence);
    return await super.send(
      checksum,
      { kind: "stream", size: body.size, chunks: () => pieces },
      signal,
      onSent,
    );
  }

  async *#pieces(
    body: UploadBody,
    filename: string,
    signal: AbortSignal,
    precedence?: Precedence,
  ): AsyncGenerator<Uint8Array> {
    for await (const chunk of body.kind === "bytes" ? [body.bytes] : body.chunks())
      for (let at = 0; at < chunk.length; ) {
        const piece = chunk.subarray(at, at + this.#bandwidth.pieceBytes);
        at += piece.length;
        if (!(await this.#take(piece.length, filename, signal, precedence))) return;
        yield piece;
      }
  }

  /** False when the client has given it up. */
  async #take(
    bytes: number,
    filename: string,
    signal: AbortSignal,
    precedence?: Precedence,
  ): Promise<boolean> {
    await this.#bandwidth.take(bytes, signal, precedence);
    if (signal.aborted) return false;
    this.onGone(bytes, filename);
    return true;
  }

  #newBandwidth(): Bandwidth {
    return createBandwidth(
      () => limitAt(this.limits.bandwidthKBps, this.limits.rates, this.#limitedBy.nowMs()),
      this.#limitedBy,
    );
  }
}
