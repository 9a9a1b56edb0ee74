import type { Output } from "#contract/methods.ts";
import type { UploadState } from "#domain/upload.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";

/** Words for states, causes and events on every page: one place, plain words, no jargon of the program. */

export type UploadRow = Output<"upload">["upload"];

export interface StateWords {
  /** Name in one or two words, for chips and table cells. */
  readonly label: string;
  readonly shape: Shape;
  /** Meaning, for a hover: a sentence. */
  readonly meaning: string;
}

/** Meaning of each shape, wherever it is shown. */
export const shapeMeanings: Readonly<Record<Shape, string>> = {
  done: "All is well; of a file: the portal has it",
  busy: "Under way",
  idle: "Waits for its turn",
  unknown: "Not known yet",
  growing: "Not finished yet",
  retry: "Failed, retried automatically",
  away: "The portal or the network is unavailable; continues automatically",
  held: "Paused, by you or in quiet hours",
  notice: "Not as usual",
  silent: "Silent: an instrument has stopped writing",
  problem: "Needs you",
  over: "Replaced, cancelled, snoozed, or not concerned",
};

const stateTable: Readonly<Record<UploadState, StateWords>> = {
  queued: { label: "Queued", shape: "idle", meaning: "Finished. It waits for its turn." },
  hashing: { label: "Reading", shape: "busy", meaning: "Its checksum is being computed." },
  announcing: { label: "Announcing", shape: "busy", meaning: "It is being announced to the portal." },
  sending: { label: "Sending", shape: "busy", meaning: "Its content is being sent to the portal." },
  waiting: {
    label: "Retrying",
    shape: "retry",
    meaning: "The last attempt failed. Skyferry retries automatically.",
  },
  blocked: { label: "Needs you", shape: "problem", meaning: "It waits for you." },
  delivered: { label: "Delivered", shape: "done", meaning: "The portal has confirmed it." },
  superseded: { label: "Replaced", shape: "over", meaning: "A newer version of the file has replaced it." },
  cancelled: { label: "Cancelled", shape: "over", meaning: "Cancelled by you. You can still retry it." },
};

/** Label, shape and meaning of a state. */
export function stateWords(state: UploadState): StateWords {
  return stateTable[state];
}

const ruleTable: Readonly<Record<string, string>> = {
  "inside-folder": "Folder",
  pattern: "Name",
  date: "Date",
  since: "Start date",
  "not-empty": "Content",
  "not-sentinel": "Data file",
  "not-temporary": "Complete",
  "not-in-future": "Clock",
};

/** Gives the name of what a rule looks at when a file is held against it. */
export function ruleName(name: string): string {
  return ruleTable[name] ?? name.replaceAll("-", " ");
}
