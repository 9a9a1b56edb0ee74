import { absoluteDate, minuteText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { baseName } from "#domain/file-version.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import { stateWords } from "#renderer/text/states.ts";
import type { GoneUploads } from "./use-gone.ts";

export type DayFileRow = Output<"coverage.day">["files"][number];

/** Content of a cell of the table. */
export interface Side {
  readonly words: string;
  /** Somebody has to look at it. */
  readonly isAmiss: boolean;
}

/** Gives the state of a file here: that of its upload, or that it is no longer in its folder. */
export function hereOf(
  { state, uploadId }: DayFileRow,
  gone: GoneUploads,
): Side & { readonly shape: Shape | null } {
  if (state === null || uploadId === null)
    return { words: coverageText.notHere, isAmiss: false, shape: null };
  const namedAt = gone.get(uploadId);
  if (namedAt !== undefined) {
    const words =
      namedAt === null
        ? coverageText.noLongerHere
        : coverageText.namedRemovable(absoluteDate(namedAt.slice(0, 10)));
    return { words, isAmiss: false, shape: "over" };
  }
  const { label, shape } = stateWords(state);
  return { words: label, isAmiss: shape === "problem", shape };
}

/** Gives the state of a file on the portal. `isListed`: its list of that month was read. */
export function portalOf({ layer, state, verdict, missedAt }: DayFileRow, isListed: boolean): Side {
  const words = coverageText.layersOfFile;
  switch (layer) {
    case "unlisted":
      return missedAt === null
        ? { words: words.unlisted, isAmiss: false }
        : { words: coverageText.missedBy(minuteText(missedAt, Date.now())), isAmiss: false };
    case "missing":
      // It has a file of this name, and which of the two is newer is not known before this one was read.
      if (verdict !== null || !isListed) return { words: coverageText.fileUnlisted, isAmiss: false };
      if (state === "delivered" || state === "blocked")
        return { words: coverageText.notThere, isAmiss: true };
      return {
        words: state === "cancelled" ? coverageText.notThere : coverageText.notThereYet,
        isAmiss: false,
      };
    case "other-content":
      return { words: coverageText.otherContentThere, isAmiss: true };
    case "only-on-portal":
      return { words: words[verdict ?? "accepted"], isAmiss: false };
    default:
      return { words: words[layer], isAmiss: layer === "invalid" };
  }
}

/** True where *Send missing* can help: what is in the queue, was given up, or was replaced there by another PC is left out. */
export function canSendMissing({ layer, state }: DayFileRow): boolean {
  if (layer === "missing") return state === "delivered" || state === "waiting" || state === "blocked";
  return layer === "other-content" && (state === "waiting" || state === "blocked");
}

/** The missing files of a day that can be sent, or in a sentence why none can; neither where nothing is amiss. */
export interface ToSend {
  readonly files: number;
  readonly whyNot: string | null;
}

/** `gone`: uploads whose files are no longer in their folder. */
export function toSendOf(
  day: Pick<ShownDay, "gaps" | "invalid" | "accepted" | "measured" | "processed">,
  files: readonly DayFileRow[],
  gone: Pick<GoneUploads, "has">,
): ToSend {
  const { gaps, invalid, accepted, measured, processed } = day;
  const isGone = ({ uploadId }: DayFileRow) => uploadId !== null && gone.has(uploadId);
  const missing = files.filter(canSendMissing);
  const sendable = missing.filter((file) => !isGone(file)).length;
  const words = coverageText.cannotSend;
  const why = () => {
    if (sendable < missing.length) return words.gone(missing.length - sendable);
    if (sendable > 0 || gaps.length === 0) return null;
    if (files.some(({ layer }) => layer === "other-content")) return words.theirs;
    if (gaps.includes("measured")) return words.nothing;
    if (invalid) return words.notUsable;
    return processed !== null && accepted === measured ? words.there : null;
  };
  return { files: sendable, whyNot: why() };
}

/** The upload, where *Send again* can help; else null. `gone`: uploads whose files are no longer in their folder. */
export function uploadToSendAgain(
  { uploadId, state }: DayFileRow,
  gone: Pick<GoneUploads, "has">,
): string | null {
  return uploadId !== null && state === "delivered" && !gone.has(uploadId) ? uploadId : null;
}

/** Place among the differences, the gravest first; what is alike on both sides comes last. */
function rankOf(file: DayFileRow): number {
  const { layer, state } = file;
  if (layer === "missing") return portalOf(file, true).isAmiss ? 0 : state === "cancelled" ? 5 : 3;
  if (layer === "other-content" || layer === "unlisted") return 1;
  if (layer === "invalid") return 2;
  return layer === "only-on-portal" ? 4 : 6;
}

/** Differences first; then by name. */
export function sortedFiles(files: readonly DayFileRow[]): readonly DayFileRow[] {
  const keyed = files.map((file) => ({ file, rank: rankOf(file), name: baseName(file.relPath) }));
  keyed.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return keyed.map(({ file }) => file);
}
