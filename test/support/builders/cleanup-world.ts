import { createHash } from "node:crypto";
import type { CoverageDay } from "#domain/coverage.ts";
import { recordKey } from "#domain/file-version.ts";
import { compileAll } from "#domain/instrument-match.ts";
import type { ListedRecord, RawFile } from "#domain/portal-records.ts";
import type { Receipt, Upload } from "#domain/upload.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { CleanupParts } from "#station/cleanup/cleanup-parts.ts";
import { MemoryFiles } from "#test/support/fakes/memory-files.ts";
import { instrument } from "./engine-fixture.ts";

/** Instrument of a world: its files are called `20260901_1.dat`. */
export const radar = instrument({ finish: { policy: "settle", seconds: 1 } });

export const md5Of = (content: Uint8Array | string): string =>
  createHash("md5").update(content).digest("hex");

/** Rows of a list as a client got them, or none: it got no list. */
export interface GivenList {
  readonly askedAtMs: number;
  readonly month: string;
  readonly rows: readonly ListedRecord[] | null;
  readonly isPartial: boolean;
}

/** A list that is altered on its way. */
export type Lie = (rows: readonly ListedRecord[]) => readonly ListedRecord[] | "fails" | "partial";

/** Uuid number `n`. */
export const uuidOf = (n: number): string => `0197a000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** A station, its folder and a portal, all in memory, on which a look for removable files can be made. */
export class CleanupWorld {
  nowMs = Date.UTC(2026, 10, 28, 12);
  readonly files = new MemoryFiles();
  readonly uploads: Upload[] = [];
  /** Records of the portal, by uuid. */
  readonly records = new Map<string, ListedRecord>();
  /** Rows that the ledger keeps of an earlier list. */
  kept: { readonly record: ListedRecord; readonly metAtMs: number | null }[] = [];
  /** Dates of which coverage says that something is overdue. */
  readonly gaps = new Set<string>();
  readonly published = new Set<string>();
  readonly unsettled = new Set<string>();
  /** Lists and records that were given to the look. */
  readonly given: GivenList[] = [];
  readonly givenRecords = new Map<string, ListedRecord | null | "fails">();
  /** Called when something is asked of the world, before it answers, and when a list is on its way. */
  onAsked: (what: "list" | "answer" | "file" | "record") => void = () => {};
  lie: (nth: number) => Lie = () => (rows) => rows;
  lieAboutRecord: (record: ListedRecord | null) => ListedRecord | null | "fails" = (record) => record;
  /** When a file was opened last. */
  lastOpenedMs = 0;
  #lastUuid = 0;

  /** Writes a file and delivers it, processed; gives its path. */
  deliver(date: string, name: number, content: string): Upload {
    const relPath = `${date.replaceAll("-", "")}_${name}.dat`;
    this.files.put(radar.folder, relPath, content, Date.parse(date) * 1000);
    const checksum = md5Of(content);
    const record = this.record(date, relPath, checksum, content.length);
    const upload = this.#upload(date, relPath, checksum, content.length, record.uuid);
    this.uploads.push(upload);
    return upload;
  }

  record(measurementDate: string, filename: string, checksum: string, size: number): ListedRecord {
    const uuid = uuidOf(++this.#lastUuid);
    const record = {
      uuid,
      checksum,
      filename,
      measurementDate,
      size,
      status: "processed",
      updatedAtMs: this.nowMs - 40 * 86_400_000,
      siteId: radar.site,
      instrumentPid: radar.pid,
      tags: [],
    };
    this.records.set(uuid, record);
    return record;
  }

  /** Changes the portal's record of an upload, if it has one. */
  alterRecord(upload: Upload, change: Partial<ListedRecord>): void {
    const uuid = upload.receipt?.recordUuid ?? "";
    const record = this.records.get(uuid);
    if (record !== undefined) this.records.set(uuid, { ...record, ...change });
  }

  /** Changes an upload in the ledger. */
  alterUpload(upload: Upload, change: Partial<Upload>): void {
    const at = this.uploads.findIndex(({ id }) => id === upload.id);
    const before = this.uploads[at];
    if (before !== undefined) this.uploads[at] = { ...before, ...change };
  }

  /** Keeps the portal's list of this moment in the ledger. */
  keepList(lie: Lie, isTimeKnown: boolean): void {
    const rows = lie([...this.records.values()]);
    if (typeof rows === "string") return;
    const byUuid = new Map(rows.map((record) => [record.uuid, record]));
    this.kept = [...byUuid.values()].map((record) => ({
      record,
      metAtMs: isTimeKnown ? this.nowMs : null,
    }));
  }

  parts(): CleanupParts {
    const clock = {
      nowMs: () => this.nowMs,
      monotonicMs: () => this.nowMs,
      random: () => 0.5,
      sleep: async (ms: number) => {
        this.nowMs += ms;
      },
    };
    const { files } = this;
    return {
      clock,
      linkClock: { ...clock, sleep: () => new Promise(() => {}) },
      files: {
        walk: (...asked) => files.walk(...asked),
        stat: (...asked) => files.stat(...asked),
        drive: (folder) => files.drive(folder),
        isHeldForWriting: (...asked) => files.isHeldForWriting(...asked),
        open: (...asked) => {
          this.onAsked("file");
          this.lastOpenedMs = this.nowMs;
          return files.open(...asked);
        },
      },
      keeper: {
        beginReading: async () => 1,
        keepRecords: async () => {},
        listEnded: async () => {},
        dayUploads: async (_, date) =>
          this.uploads.filter((one) => one.measurementDate === date && one.state !== "superseded"),
        keptRecords: async (_, date) => this.kept.filter(({ record }) => record.measurementDate === date),
        twinsOf: async (checksum) =>
          this.uploads.filter(
            ({ receipt, state }) =>
              state === "delivered" && receipt?.kind === "twin" && receipt.checksum === checksum,
          ),
        firstMeasured: async () => this.uploads.map((one) => one.measurementDate).sort()[0] ?? null,
        deliveredPlaces: async () => [],
        deliveredFiles: async () => [],
      },
      lists: {
        listRawFiles: (_, { dateFrom = "", dateTo = "" }, __, take) => this.#list(dateFrom, dateTo, take),
      },
      portal: { recordOf: async (checksum) => this.#recordOf(checksum) },
      pathStyle: "posix",
      portalUrl: () => "http://127.0.0.1",
      instruments: () => compileAll([radar]),
      days: async (from, to) => ({ asOfMs: null, days: this.#days(from, to) }),
      unsent: () => [...this.unsettled].map((relPath) => ({ instrument: radar.name, relPath })),
      pathOf: ({ relPath }) => `${radar.folder}/${relPath}`,
      listRead() {},
    };
  }

  async #list(
    from: string,
    to: string,
    take: (rows: readonly ListedRecord[]) => Promise<void>,
  ): Promise<ReadOutcome<{ readonly records: number; readonly leftOut: number }>> {
    this.onAsked("list");
    const askedAtMs = this.nowMs;
    const all = [...this.records.values()];
    const own = all.filter(({ measurementDate: date }) => from <= date && date <= to);
    const told = this.lie(this.given.length)(own);
    this.onAsked("answer");
    const isPartial = told === "partial";
    const rows = told === "fails" ? null : told === "partial" ? own : told;
    this.given.push({ askedAtMs, month: from.slice(0, 7), rows, isPartial });
    if (rows === null) return { kind: "refused", status: 500, errors: ["busy"] };
    await take(rows);
    return { kind: "found", value: { records: rows.length, leftOut: isPartial ? 1 : 0 } };
  }

  #recordOf(checksum: string): ReadOutcome<RawFile | null> {
    this.onAsked("record");
    const true_ = [...this.records.values()].find((one) => one.checksum === checksum) ?? null;
    const told = this.lieAboutRecord(true_);
    this.givenRecords.set(checksum, told);
    if (told === "fails") return { kind: "refused", status: 500, errors: ["busy"] };
    if (told === null) return { kind: "found", value: null };
    const { checksum: stated, size, ...record } = told;
    const others = { createdAt: "", updatedAt: "", downloadUrl: "", instrumentId: null };
    return { kind: "found", value: { ...record, ...others, checksum: stated ?? "", size: size ?? -1 } };
  }

  #days(from: string, to: string): CoverageDay[] {
    const dates = new Set(this.uploads.map(({ measurementDate }) => measurementDate));
    return [...dates]
      .filter((date) => from <= date && date <= to)
      .map((date): CoverageDay => {
        const measured = this.uploads.filter(
          (one) => one.measurementDate === date && one.state !== "cancelled" && one.state !== "superseded",
        );
        return {
          instrument: radar.name,
          date,
          measured: measured.length,
          accepted: measured.filter(({ state }) => state === "delivered").length,
          unlisted: 0,
          processed: null,
          invalid: null,
          otherContent: null,
          onlyOnPortal: null,
          published: this.published.has(date)
            ? [{ product: "radar", uuid: uuidOf(0), volatile: false, errorLevel: null }]
            : [],
          state: "complete",
          dueAtMs: null,
          gaps: this.gaps.has(date) ? ["processed"] : [],
        };
      });
  }

  #upload(
    measurementDate: string,
    relPath: string,
    checksum: string,
    size: number,
    recordUuid: string,
  ): Upload {
    const confirmedAtMs = this.nowMs - 40 * 86_400_000;
    const receipt: Receipt = {
      kind: "stored",
      checksum,
      size,
      confirmedAtMs,
      recordFilename: null,
      recordUuid,
      portal: "http://127.0.0.1",
    };
    const { site, pid, tags } = radar;
    return {
      id: uuidOf(100_000 + this.uploads.length),
      instrument: radar.name,
      relPath,
      size,
      mtimeUs: Date.parse(measurementDate) * 1000,
      ctimeUs: null,
      fileId: null,
      measurementDate,
      checksum,
      recordKey: recordKey({ site, measurementDate, filename: relPath, pid, tags }),
      state: "delivered",
      failure: null,
      notBeforeMs: null,
      attempts: 0,
      lane: "fresh",
      isAnnounced: false,
      checkFirst: false,
      receipt,
      content: null,
      createdAtMs: confirmedAtMs,
      updatedAtMs: confirmedAtMs,
    };
  }
}
