import { type Cause, causeWords } from "#domain/cause.ts";
import type { Issue } from "#station/status/issue.ts";
import type { Status } from "#station/status/reports.ts";
import { headlineText, ofFiles, ofInstrument, ofRefusals } from "./headline-text.ts";

/** A longer name leaves a headline, and the tip of a tray icon, no room for its cause. */
const mostOfName = 40;

/** Begins of keys whose cause is no instrument's: its title is the headline. */
const ofStation: ReadonlySet<string> = new Set(["records", "portal", "disk"]);

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
