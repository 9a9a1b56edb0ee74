import { keepSchema, settingsLimits } from "#contract/settings-file.ts";
import { type KeepSettings, type SettingsProblem, usualKeep } from "#domain/settings.ts";
import { problemsOf } from "./settings-issues.ts";

/** Nothing is thrown away while it is not known how much shall be kept. */
export const allIsKept: KeepSettings = {
  journalLines: settingsLimits.journalLines.most,
  logMB: settingsLimits.logMB.most,
};

/**
 * A limit that cannot be used, or that a mistyped key may stand for, is as high as it can be: a mistake must not cost
 * lines that the operator wants to keep.
 */
export function checkKeep(written: unknown): {
  readonly settings: KeepSettings;
  readonly problems: readonly SettingsProblem[];
} {
  if (written === undefined || written === null) return { settings: usualKeep, problems: [] };
  const parsed = keepSchema.safeParse(written);
  if (parsed.success) return { settings: parsed.data, problems: [] };
  const problems = problemsOf(parsed.error.issues, written, {
    key: "keep",
    instrument: null,
    consequence: "Until then nothing is deleted.",
  });
  return { settings: { ...allIsKept, ...usableLimits(written) }, problems };
}

/** The limits that are given and can be used. */
function usableLimits(written: unknown): Partial<KeepSettings> {
  const { shape } = keepSchema;
  const given = typeof written === "object" ? (written as Readonly<Record<string, unknown>>) : {};
  const journalLines =
    given.journalLines === undefined ? null : shape.journalLines.safeParse(given.journalLines);
  const logMB = given.logMB === undefined ? null : shape.logMB.safeParse(given.logMB);
  return {
    ...(journalLines?.success ? { journalLines: journalLines.data } : {}),
    ...(logMB?.success ? { logMB: logMB.data } : {}),
  };
}
