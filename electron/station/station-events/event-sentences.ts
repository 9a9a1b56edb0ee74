import { phrase } from "#base/phrase.ts";
import { capital, counted, minuteText } from "#base/text.ts";
import { headlineWords } from "#domain/cause.ts";
import { settingLabel } from "#domain/settings-table.ts";
import type { PausePlace, SettingChange, StationEvent } from "#domain/station-event.ts";

/** Settings that a title names before it counts the rest. */
const named = 3;

const pausedFrom = {
  window: "Sending was paused in Skyferry's window",
  tray: "Sending was paused from the tray icon",
  browser: "Sending was paused in a browser",
  unknown: "Sending was paused by you",
} as const satisfies Readonly<Record<PausePlace | "unknown", string>>;

/** Says what happened, in a few words without a full stop and without times. */
export function eventTitle({ kind, subject, times, detail }: StationEvent): string {
  switch (kind) {
    case "stopped":
      if (detail.isUnclean !== true)
        return times > 1 ? `Skyferry was stopped ${times} times` : "Skyferry was stopped";
      return times > 1 ? `Skyferry ended unexpectedly ${times} times` : "Skyferry was not running";
    case "updated":
      return `Skyferry was updated from ${detail.versions?.[0] ?? "?"} to ${detail.versions?.[1] ?? "?"}`;
    case "ledger-begun":
      return detail.message === undefined
        ? "The record of uploads begins"
        : "The record of uploads was lost and started again";
    case "ledger-failed":
      return "The record of uploads could not be written";
    case "outage":
    case "credentials":
      return headlineWords(detail.cause ?? "unreachable").label;
    case "password-changed":
      return "The password was changed";
    case "settings-changed":
      return settingsTitle(detail.settings ?? []);
    case "known":
      return `${detail.known?.isEnded === true ? "No longer marked as" : "Marked as"} known: ${detail.known?.label ?? "?"}`;
    case "paused":
      return pausedFrom[detail.pausedFrom ?? "unknown"];
    case "clock-off":
      return "This PC's clock was wrong";
    case "disk-low":
      return `Low disk space on ${subject}`;
    case "silent":
      return `${subject} wrote no files`;
    case "folder-gone":
      return `The folder of ${subject} could not be read`;
  }
}

/** Says what else is known, in one or two sentences; null where the title says all. */
export function eventDetail(event: StationEvent): string | null {
  const { kind, times, detail } = event;
  const again = times > 1 && kind !== "stopped" ? `It came and went ${times} times.` : "";
  const said = [saidOf(event), again, detail.message ?? ""].filter((one) => one !== "").join(" ");
  return said === "" ? null : said;
}

function saidOf({ kind, detail, fromMs, toMs }: StationEvent): string {
  if (kind === "paused" && toMs !== null) return "";
  if (kind === "paused")
    return detail.untilMs == null ? "Until it is resumed." : `Until ${minuteText(detail.untilMs, fromMs)}.`;
  if (kind === "known") return detail.known === undefined ? "" : knownWords(detail.known);
  const settings = detail.settings ?? [];
  if (kind === "settings-changed")
    return settings.length <= named + 1 ? "" : `${settings.map(settingWords).join("; ")}.`;
  if (kind !== "stopped" || detail.isUnclean !== true) return "";
  return "It ended without being stopped: a crash, or the PC lost power.";
}

function knownWords({ by, note, isEnded }: NonNullable<StationEvent["detail"]["known"]>): string {
  return isEnded ? `Its note was: “${note}” (${by}).` : `By ${by}: “${note}”`;
}

function settingsTitle(settings: readonly SettingChange[]): string {
  const rest = settings.length - named;
  const words = settings.slice(0, rest === 1 ? named + 1 : named).map(settingWords);
  return `Settings changed: ${words.join(", ")}${rest > 1 ? ` and ${counted(rest, "more", "more")}` : ""}`;
}

/** `Radar: Pattern`, `Parallel uploads`, `Radar added`. */
function settingWords({ instrument, key, change }: SettingChange): string {
  if (key === null) {
    if (change === "added") return phrase(`${instrument} added`);
    return change === "removed" ? phrase(`${instrument} removed`) : phrase(`${instrument} changed`);
  }
  return instrument === null ? labelOf("", key) : `${instrument}: ${labelOf("instruments.", key)}`;
}

function labelOf(section: string, key: string): string {
  const known = settingLabel(`${section}${key}`);
  if (known !== null) return known;
  const last = key.split(".").at(-1) ?? key;
  return capital(last.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
}
