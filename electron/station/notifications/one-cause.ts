import { type Cause, causeWords } from "#domain/cause.ts";
import type { CauseAction } from "#domain/cause-action.ts";
import type { Issue } from "#station/status/issue.ts";
import type { Status } from "#station/status/reports.ts";
import { headlineText } from "./headline-text.ts";

/** A longer name leaves a headline, and the tip of a tray icon, no room for its cause. */
const mostOfName = 40;

/** Begins of keys whose cause is no instrument's: its title is the headline. */
const ofStation: ReadonlySet<string> = new Set(["records", "portal", "disk"]);

/** Words behind the name of an instrument, by the begin of the issue's key. */
const ofInstrument: Readonly<Record<string, string>> = {
  date: "its files have future dates",
  empty: "its files are empty",
  damaged: "its files are damaged",
  unmatched: "new files match no pattern",
  invalid: "files are not usable",
  unprocessed: "files are not processed in time",
  settings: "its settings cannot be used",
};

/** The same for files that wait for a person, by what stopped them. */
const ofFiles: Readonly<Partial<Record<Issue["cause"], string>>> = {
  "unfit-name": "the portal refuses file names",
  "record-clash": "files would replace each other",
  "claimed-twice": "files belong to two instruments",
  refused: "the portal refuses files",
  "no-permission": "no permission for its site",
  "too-large": "its files are too large",
  "content-check": "its files look damaged",
  "no-instrument": "not in the settings",
  "stopped-long": "files are stuck for hours",
  "not-kept": "files are not kept",
  "replaced-on-portal": "another program replaced files",
};

/** The same where the portal's words name what is wrong. */
const ofRefusals: Readonly<Partial<Record<CauseAction, string>>> = {
  "choose-site": "the portal refuses its site",
  "choose-pid": "the portal refuses its PID",
  "choose-tags": "the portal refuses its tags",
  "choose-model": "the portal refuses its model",
  "check-clock": "its files have future dates",
};

/** Names the one cause that needs a person, at most eight words with a name of two; null where a count says as much. */
export function oneCauseSentence(issue: Issue, { instruments }: Status): string | null {
  const { key, cause, instrument } = issue;
  const begin = key.split(":", 1)[0] ?? "";
  if (key === "portal:models") return headlineText.noModelFiles;
  if (ofStation.has(begin)) return causeWords(cause as Cause).title;
  if (instrument === null) return begin === "settings" ? headlineText.settingsUnusable : null;
  if (instrument.length > mostOfName) return null;
  if (begin === "silent") return headlineText.stoppedWriting(instrument);
  const trouble = instruments.find(({ name }) => name === instrument)?.folderTrouble ?? null;
  const words =
    begin === "folder"
      ? headlineText.ofFolder(issue.isUnseen === true, trouble?.message ?? "")
      : begin === "files"
        ? (ofRefusals[issue.action] ?? ofFiles[cause])
        : ofInstrument[begin];
  return words === undefined ? null : `${instrument}: ${words}`;
}
