import path from "node:path";
import type { z } from "zod";
import { metricsSchema, stationReportSchema, stationSchema } from "#contract/settings-file.ts";
import { normalisePath, relativePath } from "#domain/folder-paths.ts";
import type {
  Instrument,
  MetricsSettings,
  SettingsProblem,
  StationReportSettings,
  StationSettings,
} from "#domain/settings.ts";
import { issueProblems } from "./settings-issues.ts";

/** A section of the file: its settings that are in force, and its problems. */
export interface CheckedSection<T> {
  readonly settings: T;
  readonly problems: readonly SettingsProblem[];
}

/** `otherwise` stands for a section that cannot be used as it is written, which `consequence` tells. */
export function checkSection<T>(
  key: string,
  schema: z.ZodType<T>,
  written: unknown,
  otherwise: T,
  consequence: string,
): CheckedSection<T> {
  const parsed = schema.safeParse(written);
  if (parsed.success) return { settings: parsed.data, problems: [] };
  const problems = issueProblems(parsed.error.issues, written, { key, instrument: null, consequence });
  return { settings: otherwise, problems };
}

/** A language that nobody speaks is no reason for another one than usual. */
export function checkStation({
  language,
}: Readonly<Record<string, unknown>>): CheckedSection<StationSettings> {
  const written = language === undefined || language === null ? {} : { language };
  return checkSection(
    "",
    stationSchema,
    written,
    { language: "auto" },
    "Until then the language is automatic.",
  );
}

/** A port that is not meant is worse than none, so nothing of a wrong section is used. */
export function checkMetrics(written: unknown): CheckedSection<MetricsSettings | null> {
  if (written === undefined || written === null) return { settings: null, problems: [] };
  return checkSection("metrics", metricsSchema(), written, null, "Until then no metrics are served.");
}

/**
 * Nothing is sent anywhere by a section with a mistake in it. Skyferry writes nothing into the folder of an instrument: a folder in
 * one is refused.
 */
export function checkStationReport(
  written: unknown,
  instruments: readonly Instrument[],
  platform: NodeJS.Platform,
): CheckedSection<StationReportSettings | null> {
  if (written === undefined || written === null) return { settings: null, problems: [] };
  const consequence = "Until then no report is sent.";
  const checked = checkSection("report", stationReportSchema(), written, null, consequence);
  const folder = checked.settings?.folder ?? null;
  if (folder === null) return checked;
  const style = platform === "win32" ? "win32" : "posix";
  const around = instruments.find((one) => relativePath(one.folder, folder, style) !== null);
  const error =
    wholeFolderError(folder, platform) ??
    (around === undefined ? null : `must not be in the folder of "${around.name}": choose another one`);
  if (error === null) return checked;
  const message = `report.folder ${error}. ${consequence}`;
  return { settings: null, problems: [{ key: "report.folder", message, instrument: null }] };
}

/** Why the folder is no whole path, as the end of a sentence; on Windows a path without a drive is none. */
export function wholeFolderError(folder: string, platform: NodeJS.Platform): string | null {
  if (normalisePath(folder, platform === "win32" ? "win32" : "posix") !== null) return null;
  if (platform !== "win32" || !/^[\\/](?![\\/])/.test(folder))
    return `must be an absolute path on this PC, but is "${folder}"`;
  const drive = /^[A-Za-z]:/.exec(process.cwd())?.[0] ?? "C:";
  const whole = path.win32.normalize(`${drive}${folder}`);
  return `is "${folder}", which has no drive letter: if it is on ${drive} write "${whole}"`;
}
