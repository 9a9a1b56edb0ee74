import type { Output } from "#contract/methods.ts";
import type { UploadState } from "#domain/upload.ts";
import type { Shape } from "./state-shape.tsx";

/** What states, causes and events are called on every page: one place, plain words, no jargon of the program. */

export type UploadRow = Output<"upload">["upload"];

export interface StateWords {
  /** One or two words, for chips and table cells. */
  readonly label: string;
  readonly shape: Shape;
  /** What it means, for a hover: a sentence. */
  readonly meaning: string;
}

const stateTable: Readonly<Record<UploadState, StateWords>> = {
  queued: { label: "Queued", shape: "idle", meaning: "Finished, and waits for its turn." },
  hashing: { label: "Reading", shape: "busy", meaning: "Its checksum is being worked out." },
  announcing: { label: "Announcing", shape: "busy", meaning: "The portal is being told about it." },
  sending: { label: "Sending", shape: "busy", meaning: "Its content is on its way to the portal." },
  waiting: {
    label: "Trying again",
    shape: "retry",
    meaning: "The last try failed; the next one comes by itself.",
  },
  blocked: { label: "Needs you", shape: "trouble", meaning: "It is not sent before somebody acts." },
  delivered: { label: "Delivered", shape: "done", meaning: "The portal has confirmed it." },
  superseded: { label: "Replaced", shape: "over", meaning: "A newer version of the file took its place." },
  cancelled: { label: "Cancelled", shape: "over", meaning: "Given up by hand; a retry takes it up again." },
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
  "not-sentinel": "Data",
  "not-temporary": "Whole",
  "not-in-future": "Clock",
};

/** What a rule that a file was held against looks at. */
export function ruleName(name: string): string {
  return ruleTable[name] ?? name.replaceAll("-", " ");
}
