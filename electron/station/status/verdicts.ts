import { addDays, todayUtc } from "#base/dates.ts";
import { absoluteDate, counted, minuteText } from "#base/text.ts";
import { knownVersions } from "#domain/known-issue.ts";
import { rawListOf } from "#domain/portal-records.ts";
import { type Instrument, usualDeadlines } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import { type FileVerdict, type Verdicts, verdictOfStatus, whyInvalid } from "#domain/verdicts.ts";
import type { KnownIssues } from "#engine/known-issues.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { KnownQuality } from "#station/coverage/quality-reports.ts";
import type { FoundCause } from "./reports.ts";

/** The portal's verdicts on what was sent, as far as its lists have told. */
export interface VerdictWatch {
  /** Verdicts of each instrument of the settings. Rejects with LedgerError. */
  current(): Promise<readonly Verdicts[]>;
  /** The lists were read, the settings changed, or a person marked something as known. */
  forget(): void;
}

/** Nobody can replace older files: the instrument has gone on. */
const shownDays = 7;
/** A file that replaces another one shows so late at most. */
const freshMs = 60_000;
const hourMs = 3_600_000;

export function createVerdicts(
  ports: {
    readonly ledger: Pick<Ledger, "verdicts">;
    readonly clock: Clock;
    readonly quality?: KnownQuality;
    readonly known?: Pick<KnownIssues, "list">;
  },
  instruments: () => readonly Instrument[],
): VerdictWatch {
  const { ledger, clock, quality } = ports;
  let cached: { readonly found: Promise<readonly Verdicts[]>; readonly atMs: number } | null = null;
  const look = async () => {
    const from = addDays(todayUtc(clock.nowMs()), 1 - shownDays);
    const known = (await ports.known?.list()) ?? [];
    return await ledger.verdicts(
      instruments().map(({ name, site, kind, pid, instrument, deadlines = usualDeadlines }) => ({
        instrument: name,
        site,
        pid,
        list: rawListOf(kind),
        type: instrument,
        from,
        processedWithinMs: deadlines.processedHours * hourMs,
        known: {
          invalid: knownVersions(known, "judged-invalid", name),
          unprocessed: knownVersions(known, "not-processed", name),
        },
      })),
    );
  };
  return {
    current() {
      if (cached === null || clock.monotonicMs() - cached.atMs >= freshMs) {
        const found = look();
        cached = { found, atMs: clock.monotonicMs() };
        found.catch(() => {
          if (cached?.found === found) cached = null;
        });
      }
      const { found } = cached;
      if (quality === undefined) return found;
      return quality.ready().then(async () => explained(await found, quality));
    },
    forget() {
      cached = null;
    },
  };
}

/** With what the portal tells of poor products by now. */
function explained(found: readonly Verdicts[], quality: KnownQuality): readonly Verdicts[] {
  return found.map((one) => ({
    ...one,
    poor: one.poor.map((product) => ({ ...product, reasons: quality.reasonsOf(product) })),
    tellsWhy: quality.isOffered(),
  }));
}

/** `The portal could not use 12 files of Cloud radar`. */
export function invalidWords({ instrument, invalid }: Verdicts): string {
  return `The portal could not use ${counted(invalid?.count ?? 0, "file")} of ${instrument}`;
}

/** `The portal has not processed 3 files of Cloud radar`. */
export function unprocessedWords({ instrument, unprocessed }: Verdicts): string {
  return `The portal has not processed ${counted(unprocessed?.count ?? 0, "file")} of ${instrument}`;
}

/** Gives the causes that the verdicts on one instrument's files mean for the station. */
export function verdictCauses(verdicts: Verdicts | null, nowMs: number): FoundCause[] {
  if (verdicts === null) return [];
  const { invalid, unprocessed } = verdicts;
  return [
    ...(invalid === null
      ? []
      : [
          {
            ...invalid,
            cause: "judged-invalid" as const,
            message: `${invalidWords(verdicts)} since ${minuteText(invalid.sinceMs, nowMs)}, ${invalid.samplePath} first. ${whyInvalid(invalid.reason ?? null)} Check the instrument.`,
          },
        ]),
    ...(unprocessed === null
      ? []
      : [
          {
            ...unprocessed,
            cause: "not-processed" as const,
            message: `${unprocessedWords(verdicts)} since ${minuteText(unprocessed.sinceMs, nowMs)}. Ask the portal's operators.`,
          },
        ]),
  ];
}

/** Gives the portal's verdicts on delivered uploads, by id; those that its lists do not show are left out. */
export async function listedVerdicts(
  ledger: Pick<Ledger, "listedStatuses">,
  uploads: readonly Pick<Upload, "id" | "state" | "checksum">[],
): Promise<ReadonlyMap<string, FileVerdict>> {
  const sent = uploads.flatMap(({ id, state, checksum }) =>
    state === "delivered" && checksum !== null ? [{ id, checksum }] : [],
  );
  if (sent.length === 0) return new Map();
  const listed = await ledger.listedStatuses(sent.map(({ checksum }) => checksum));
  const statuses = new Map(listed.map(({ checksum, status }) => [checksum, status]));
  return new Map(
    sent.flatMap(({ id, checksum }) => {
      const verdict = verdictOfStatus(statuses.get(checksum) ?? "");
      return verdict === null ? [] : [[id, verdict] as const];
    }),
  );
}

/** The same of one upload, in a sentence; null where it is not delivered, or not listed. */
export async function listedWords(
  ledger: Pick<Ledger, "listedStatuses">,
  upload: Pick<Upload, "id" | "state" | "checksum" | "content">,
): Promise<string | null> {
  const verdict = (await listedVerdicts(ledger, [upload])).get(upload.id);
  if (verdict !== "invalid") return verdict === undefined ? null : verdictWords[verdict];
  const why = whyInvalid(upload.content?.reason ?? null);
  return `The portal could not use it (status invalid). ${why} Check the file, and replace it on the instrument.`;
}

/**
 * Says what quality control found in the products of a file's day, in a sentence each; none where the portal processed no
 * such file, found nothing, or its day is long ago.
 */
export async function poorProductWords(
  { verdicts }: { readonly verdicts: Pick<VerdictWatch, "current"> },
  { instrument, measurementDate, state }: Pick<Upload, "instrument" | "measurementDate" | "state">,
): Promise<readonly string[]> {
  if (state !== "delivered") return [];
  const own = (await verdicts.current()).find((one) => one.instrument === instrument);
  return (own?.poor ?? [])
    .filter(({ date }) => date === measurementDate)
    .map(({ product, reasons }) => {
      const because = reasons == null || reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
      return `The portal found errors in the product ${product} of that day${because}.`;
    });
}

/** `The portal found errors in 2 products of Cloud radar, newest radar of 19 Nov 2026`. */
export function poorWords({ instrument, poorProducts, poor }: Verdicts): string {
  const [newest] = poor;
  if (newest === undefined) return "";
  return `The portal found errors in ${counted(poorProducts, "product")} of ${instrument}: ${poorProducts === 1 ? "" : "newest "}${newest.product} of ${absoluteDate(newest.date)}`;
}

const verdictWords: Readonly<Record<Exclude<FileVerdict, "invalid">, string>> = {
  accepted: "The portal has received it and not processed it yet.",
  processed: "The portal has processed it.",
};
