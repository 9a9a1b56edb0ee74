import { say } from "#base/say.ts";
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
  done: say("All is well; of a file: the portal has it"),
  busy: say("Under way"),
  idle: say("Waits for its turn"),
  unknown: say("Not known yet"),
  growing: say("Not finished yet"),
  retry: say("Failed, retried automatically"),
  away: say("The portal or the network is unavailable; continues automatically"),
  held: say("Paused, by you or in quiet hours"),
  notice: say("Not as usual"),
  silent: say("Silent: an instrument has stopped writing"),
  problem: say("Needs you"),
  over: say("Replaced, cancelled, snoozed, or not concerned"),
};

const stateTable: Readonly<Record<UploadState, StateWords>> = {
  queued: { label: say("Queued"), shape: "idle", meaning: say("Finished. It waits for its turn.") },
  hashing: { label: say("Reading"), shape: "busy", meaning: say("Its checksum is being computed.") },
  announcing: {
    label: say("Announcing"),
    shape: "busy",
    meaning: say("It is being announced to the portal."),
  },
  sending: { label: say("Sending"), shape: "busy", meaning: say("Its content is being sent to the portal.") },
  waiting: {
    label: say("Retrying"),
    shape: "retry",
    meaning: say("The last attempt failed. Skyferry retries automatically."),
  },
  blocked: { label: say("Needs you"), shape: "problem", meaning: say("It waits for you.") },
  delivered: { label: say("Delivered"), shape: "done", meaning: say("The portal has confirmed it.") },
  superseded: {
    label: say("Replaced"),
    shape: "over",
    meaning: say("A newer version of the file has replaced it."),
  },
  cancelled: {
    label: say("Cancelled"),
    shape: "over",
    meaning: say("Cancelled by you. You can still retry it."),
  },
};

/** Label, shape and meaning of a state. */
export function stateWords(state: UploadState): StateWords {
  return stateTable[state];
}

const ruleTable: Readonly<Record<string, string>> = {
  "inside-folder": say("Folder"),
  pattern: say("Name"),
  date: say("Date"),
  since: say("Start date"),
  "not-empty": say("Content"),
  "not-sentinel": say("Data file"),
  "not-temporary": say("Complete"),
  "not-in-future": say("Clock"),
};

/** Gives the name of what a rule looks at when a file is held against it. */
export function ruleName(name: string): string {
  return ruleTable[name] ?? name.replaceAll("-", " ");
}
