import type { ListedRecord } from "#domain/portal-records.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { ListRead, ListSpan, PortalLists } from "#engine/ports/portal-lists.ts";
import { uuidOf } from "#test/engine/coverage/coverage-station.ts";

/** How the portal answers when it is asked for its lists. */
export const listMoods = ["lists well", "lists nothing", "breaks off", "contradicts itself"] as const;
export type ListMood = (typeof listMoods)[number];

type Kept = ListedRecord & { readonly instrument: string };

const found = (records: number): ReadOutcome<ListRead> => ({ kind: "found", value: { records, leftOut: 0 } });
const brokenOff = {
  kind: "failed",
  failure: { cause: "unreachable", message: "It broke off.", portalMessage: null },
} as const;

/** Raw records in memory, and the portal's lists of them. */
export class ListedPortal implements PortalLists {
  /** For the next time that it is asked. */
  mood: ListMood = "lists well";
  /** Refuses `updatedAtFrom`, as a portal that does not offer the parameter. */
  refusesChanges = false;
  refusedAtMs = Number.NEGATIVE_INFINITY;
  nowMs = 0;
  #records: readonly Kept[] = [];
  #count = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  /** Checksums with every status that they had. */
  readonly #ever = new Set<string>();

  get records(): readonly Kept[] {
    return this.#records;
  }

  received(): readonly Kept[] {
    return this.#records.filter(({ status }) => status !== "created");
  }

  everWas(checksum: string, status: string): boolean {
    return this.#ever.has(`${checksum} ${status}`);
  }

  hasFailedSince(ms: number): boolean {
    return this.#failedAtMs >= ms;
  }

  store(instrument: string, given: Omit<ListedRecord, "uuid" | "size" | "status" | "updatedAtMs">): void {
    // A record is known by these: what is announced again keeps it.
    const same = this.#records.find(
      (one) =>
        one.filename === given.filename &&
        one.measurementDate === given.measurementDate &&
        one.siteId === given.siteId &&
        one.instrumentPid === given.instrumentPid &&
        one.tags.join() === given.tags.join(),
    );
    const uuid = same?.uuid ?? uuidOf(`record ${++this.#count}`);
    this.#put({ ...given, instrument, uuid, size: 5, status: "uploaded", updatedAtMs: this.nowMs });
  }

  alter(record: Kept | undefined, change: Partial<Pick<Kept, "status" | "checksum">>): void {
    if (record !== undefined) this.#put({ ...record, ...change, updatedAtMs: this.nowMs });
  }

  remove(record: Kept | undefined): void {
    this.#records = this.#records.filter((one) => one !== record);
  }

  async listRawFiles(
    { site, instrument }: { readonly site: string; readonly instrument: string },
    { dateFrom = "", dateTo = "9999", updatedAtFrom }: ListSpan,
    _signal: AbortSignal,
    take: (records: readonly ListedRecord[]) => Promise<void>,
  ): Promise<ReadOutcome<ListRead>> {
    if (updatedAtFrom !== undefined && this.refusesChanges) {
      this.refusedAtMs = this.nowMs;
      return { kind: "refused", status: 400, errors: ["Unknown query parameters"] };
    }
    const sinceMs = updatedAtFrom === undefined ? 0 : Date.parse(updatedAtFrom);
    const listed = this.#records.filter(
      (one) =>
        one.siteId === site &&
        one.instrument === instrument &&
        one.updatedAtMs >= sinceMs &&
        one.measurementDate >= dateFrom &&
        one.measurementDate <= dateTo,
    );
    if (this.mood === "lists nothing" || this.mood === "breaks off") {
      this.#failedAtMs = this.nowMs;
      if (this.mood === "breaks off") await take(listed.slice(0, listed.length / 2));
      return brokenOff;
    }
    // The newest word of a record counts, whichever comes first.
    if (this.mood === "contradicts itself") {
      const older = listed.map((one) => ({ ...one, status: "created", updatedAtMs: one.updatedAtMs - 1 }));
      await take([...listed, ...older]);
    } else await take(listed);
    return found(listed.length);
  }

  async listProducts(): Promise<ReadOutcome<ListRead>> {
    return found(0);
  }

  async qualityReport(): Promise<ReadOutcome<readonly string[]>> {
    return { kind: "refused", status: 404, errors: [] };
  }

  #put(record: Kept): void {
    this.#records = [...this.#records.filter(({ uuid }) => uuid !== record.uuid), record];
    this.#ever.add(`${record.checksum} ${record.status}`);
  }
}
