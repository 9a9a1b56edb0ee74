import type { Output } from "#contract/methods.ts";
import type { DroppedFile } from "./read-entries.ts";

export type JudgedOffer = Output<"added.judge">["files"][number];
export type Checked = Output<"added.check">;

/** How far a file is on its way into the data folder. */
export type Copy =
  | { readonly kind: "none" }
  | { readonly kind: "copying"; readonly received: number }
  | { readonly kind: "here"; readonly id: string }
  | { readonly kind: "failed"; readonly message: string };

/** A file on the sheet. */
export interface AddingRow extends DroppedFile {
  readonly key: number;
  readonly name: string;
  /** Null until the host has answered. */
  readonly judged: JudgedOffer | null;
  /** As a person chose, or as guessed; empty where neither. */
  readonly instrument: string;
  readonly date: string;
  readonly copy: Copy;
  /** Result of the check of what was chosen; null while it is not known. */
  readonly checked: Checked | null;
  /** Why the host would not take it so. */
  readonly refusal: string | null;
}

/** Stage of a row: what can be said of it, or done with it, now. */
export type AddingStage =
  | "judging"
  | "unfit"
  | "choice"
  | "waits"
  | "copying"
  | "checking"
  | "failed"
  | "onPortal"
  | "queued"
  /** A row above it would have its record on the portal. */
  | "clash"
  | "ready";

/** A row of which nothing is known yet. */
function newRow({ path, file }: DroppedFile, key: number): AddingRow {
  return {
    key,
    path,
    file,
    name: path.slice(path.lastIndexOf("/") + 1),
    judged: null,
    instrument: "",
    date: "",
    copy: { kind: "none" },
    checked: null,
    refusal: null,
  };
}

/** Gives the row as the host judged it; one instrument that fits is chosen, of several a person chooses. */
export function withJudged(row: AddingRow, judged: JudgedOffer): AddingRow {
  const [only, ...others] = judged.guesses;
  if (only === undefined || others.length > 0) return { ...row, judged };
  return { ...row, judged, instrument: only.instrument, date: only.date ?? "" };
}

/** Gives the row with the choice of a person; the date follows the instrument where its names hold one. */
export function withChoice(
  row: AddingRow,
  choice: Partial<Pick<AddingRow, "instrument" | "date">>,
): AddingRow {
  const guess = row.judged?.guesses.find(({ instrument }) => instrument === choice.instrument);
  const date = choice.date ?? guess?.date ?? row.date;
  const copy: Copy = row.copy.kind === "failed" ? { kind: "none" } : row.copy;
  return { ...row, ...choice, date, copy, checked: null, refusal: null };
}

/** How far a row is by itself. */
export function stageOf({ judged, instrument, date, copy, checked, refusal }: AddingRow): AddingStage {
  if (refusal !== null || copy.kind === "failed") return "failed";
  if (judged === null) return "judging";
  if (judged.unfit !== null) return "unfit";
  if (instrument === "" || date === "") return "choice";
  if (copy.kind === "none") return "waits";
  if (copy.kind === "copying") return "copying";
  if (checked === null) return "checking";
  if (checked.onPortal === "yes") return "onPortal";
  return checked.onPortal === "queued" ? "queued" : "ready";
}

export interface StagedRow extends AddingRow {
  readonly stage: AddingStage;
}

const known = new WeakMap<AddingRow, StagedRow>();

/**
 * Each row with its stage: of several that would have one record on the portal, only the first can be sent. A row that is
 * as it was is the same object, so that of hundreds of rows only those that changed are drawn again.
 */
export function staged(rows: readonly AddingRow[]): readonly StagedRow[] {
  const targets = new Set<string>();
  return rows.map((row) => {
    const own = stageOf(row);
    const target = JSON.stringify([row.instrument, row.date, row.name]);
    const isTaken = targets.has(target);
    if (own !== "judging" && own !== "unfit" && own !== "choice") targets.add(target);
    const stage = isTaken && own === "ready" ? "clash" : own;
    const before = known.get(row);
    if (before?.stage === stage) return before;
    const now = { ...row, stage };
    known.set(row, now);
    return now;
  });
}

/** The rows, and those of files that are not among them yet; `firstKey` is that of the first file. */
export function withFiles(
  rows: readonly AddingRow[],
  files: readonly DroppedFile[],
  firstKey: number,
): readonly AddingRow[] {
  const idOf = ({ path, file }: DroppedFile) => JSON.stringify([path, file.size, file.lastModified]);
  const known = new Set(rows.map(idOf));
  return [
    ...rows,
    ...files.filter((one) => !known.has(idOf(one))).map((one, at) => newRow(one, firstKey + at)),
  ];
}
