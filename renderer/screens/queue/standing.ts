import { type StateWords, stateWords, type UploadState } from "../../components/words.ts";

/** How an upload stands; while nothing is sent (`isHeld`), what is queued waits for more than its turn. */
export function standingOf(state: UploadState, isHeld: boolean): StateWords {
  const words = stateWords(state);
  if (state !== "queued" || !isHeld) return words;
  return { ...words, shape: "held", meaning: "Finished, and waits until sending goes on." };
}
