import type { RawFile } from "#domain/portal-records.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";
import type { FakePortal } from "#test/support/fakes/fake-portal.ts";

/** Possible acts of another PC, or of the portal itself, on a record. */
export const otherPcActs = [
  "announces",
  "replaces",
  "removes",
  "loses the content",
  "sends the same elsewhere",
] as const;
export type OtherPcAct = (typeof otherPcActs)[number];

/** Another PC that works on the records of the same portal. */
export class OtherPc {
  /** True while it acts: what the portal takes now is not of this station. */
  isActing = false;
  readonly #portal: FakePortal;
  /** By checksum: when it last took it from the portal, monotonic milliseconds. */
  readonly #tookAt = new Map<string, number>();
  /** By the name that it gave bytes of this station: the name they have here. */
  readonly #nameHere = new Map<string, string>();
  readonly #nowMs: () => number;
  #contents = 0;

  constructor(portal: FakePortal, nowMs: () => number) {
    this.#portal = portal;
    this.#nowMs = nowMs;
  }

  /** Does it to one of the records that there are, chosen by `which`; does nothing where there is none. */
  act(act: OtherPcAct, which: number): void {
    const records = this.#portal.records.all();
    const record = records[which % Math.max(1, records.length)];
    if (record === undefined) return;
    this.isActing = true;
    try {
      this.#act(act, record);
    } finally {
      this.isActing = false;
    }
  }

  /** True where it took these bytes away later than `sinceMs`. */
  hasTaken(checksum: string, sinceMs: number): boolean {
    return (this.#tookAt.get(checksum) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
  }

  /**
   * The name here of bytes that the portal has under `filename`. Content is sent by its checksum: where another PC announces
   * the same bytes between an announcement and its content, they reach the record that the other PC named.
   */
  nameHere(filename: string): string {
    return this.#nameHere.get(filename) ?? filename;
  }

  #act(act: OtherPcAct, record: RawFile): void {
    const { records } = this.#portal;
    const { checksum, filename } = record;
    if (act === "removes") {
      records.forget(checksum);
      this.#tookAt.set(checksum, this.#nowMs());
      return;
    }
    if (act === "loses the content") {
      const kept = records.byChecksum(checksum);
      if (kept !== null) kept.status = "created";
      this.#tookAt.set(checksum, this.#nowMs());
      return;
    }
    if (act === "sends the same elsewhere") {
      // The portal takes no received bytes twice: this is for records that were announced only.
      const elsewhere = `other_${filename}`;
      this.#nameHere.set(elsewhere, this.nameHere(filename));
      this.#send(record, elsewhere, checksum, true);
      return;
    }
    const theirs = md5(`another PC ${++this.#contents}`);
    this.#send(record, filename, theirs, act === "replaces");
    this.#tookAt.set(checksum, this.#nowMs());
  }

  #send(record: RawFile, filename: string, checksum: string, isSent: boolean): void {
    const { records } = this.#portal;
    const metadata = {
      measurementDate: record.measurementDate,
      instrument: record.instrumentId ?? "",
      instrumentPid: record.instrumentPid ?? "",
      filename,
      checksum,
      site: record.siteId,
      tags: record.tags,
    };
    const today = new Date(this.#portal.nowMs()).toISOString().slice(0, 10);
    if (records.announce(metadata, today) !== "accepted" || !isSent) return;
    records.take(checksum, { checksum, size: record.size });
  }
}
