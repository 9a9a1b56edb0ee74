import { filesText } from "#renderer/text/files.ts";
import { type StateWords, stateWords, type UploadRow } from "#renderer/text/states.ts";

type Status = Pick<UploadRow, "state" | "receipt">;

/**
 * The state of an upload in words; while nothing is sent (`isHeld`), what is queued waits for more than its turn. A twin has no
 * record under its own name and day, and does not look like one that has.
 */
export function statusOf({ state, receipt }: Status, isHeld: boolean): StateWords {
  const words = stateWords(state);
  if (state === "delivered" && receipt?.kind === "twin")
    return {
      label: filesText.underAnotherName,
      shape: "over",
      meaning: `${underAnotherName(receipt.recordFilename)}.`,
    };
  if (state !== "queued" || !isHeld) return words;
  return { ...words, shape: "held", meaning: filesText.waitsUntilResumed };
}

/** Of a twin: the portal keeps the same bytes once, under the name that came first. */
export function underAnotherName(name: string | null): string {
  return name === null ? filesText.onPortalUnderOtherName : filesText.onPortalAs(name);
}
