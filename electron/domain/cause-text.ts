import { number } from "#base/text.ts";
import type { Cause } from "./cause.ts";

/** What an operator reads of a trouble that stops everything, or a part of everything. */
export interface TroubleWords {
  /** A few words that may go on with `since 14:02 UTC`. */
  readonly label: string;
  /** What happens next, or what to do: a clause of its own. */
  readonly remedy: string;
  /** What is so again when it is over: a clause of its own. */
  readonly over: string;
}

const byItself = "sending goes on by itself";
const goesOnAgain = "the portal answers again";

const troubles: Partial<Record<Cause, TroubleWords>> = {
  unreachable: { label: "Portal unreachable", remedy: `${byItself} when it answers`, over: goesOnAgain },
  maintenance: { label: "Portal in maintenance", remedy: `${byItself} when it is over`, over: goesOnAgain },
  throttled: { label: "Portal asks to wait", remedy: `${byItself} when it agrees`, over: goesOnAgain },
  "portal-trouble": { label: "Portal in trouble", remedy: `${byItself} when it is well`, over: goesOnAgain },
  credentials: {
    label: "User name or password missing or not accepted",
    remedy: "check them in Settings",
    over: goesOnAgain,
  },
  tls: {
    label: "Connection to the portal not secure",
    remedy: "check its address in Settings and the clock of this computer",
    over: goesOnAgain,
  },
  "not-the-portal": {
    label: "Something else answers in place of the portal",
    remedy: "check its address in Settings, or log in to the network",
    over: goesOnAgain,
  },
  settings: {
    label: "Portal not set up completely",
    remedy: "complete it in Settings",
    over: goesOnAgain,
  },
  "ledger-trouble": {
    label: "Deliveries cannot be written down on this computer, so nothing is sent",
    remedy: "free space on the disk of the data folder",
    over: "deliveries are written down again",
  },
};

/** Words for a trouble of the portal, the link or this computer's own records. */
export function troubleWords(cause: Cause): TroubleWords {
  return troubles[cause] ?? { label: "Sending has stopped", remedy: byItself, over: goesOnAgain };
}

/** For one file and for several: the words behind `1 file` and `3 files`. */
const ofFiles: Partial<Record<Cause, readonly [string, string]>> = {
  "unfit-name": ["has a name that the portal does not take", "have names that the portal does not take"],
  "record-clash": ["would replace another file on the portal", "would replace other files on the portal"],
  "claimed-twice": ["belongs to two instruments", "belong to two instruments"],
  refused: ["was refused by the portal", "were refused by the portal"],
  "no-permission": ["may not be sent for its site", "may not be sent for their site"],
  "too-large": ["is too large for the portal", "are too large for the portal"],
  "future-date": ["has a date in the future", "have a date in the future"],
  "file-unreadable": ["cannot be read", "cannot be read"],
  "file-locked": ["is in use by another program", "are in use by another program"],
  "file-vanished": ["is gone from its folder", "are gone from their folder"],
  "file-changing": ["keeps changing", "keep changing"],
  "link-broken": ["did not get through to the portal", "did not get through to the portal"],
  "no-progress": ["made no progress on the way to the portal", "made no progress on the way to the portal"],
  "portal-error": ["got no clear answer from the portal", "got no clear answer from the portal"],
  "record-in-use": ["is in use on the portal", "are in use on the portal"],
  "portal-contradiction": [
    "is called received by the portal, which shows no record of it",
    "are called received by the portal, which shows no record of them",
  ],
  "program-error": ["met a mistake of Skyferry", "met a mistake of Skyferry"],
};

/** `3 files were refused by the portal`. */
export function filesLabel(cause: Cause, count: number): string {
  const [one, many] = ofFiles[cause] ?? ["cannot be sent", "cannot be sent"];
  return count === 1 ? `1 file ${one}` : `${number(count)} files ${many}`;
}
