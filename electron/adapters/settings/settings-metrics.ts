import { metricsSchema } from "#contract/settings-file.ts";
import type { MetricsSettings, SettingsProblem } from "#domain/settings.ts";
import { problemsOf } from "./settings-issues.ts";

/** A port that is not meant is worse than none, so nothing of a wrong section is used. */
export function checkMetrics(written: unknown): {
  readonly settings: MetricsSettings | null;
  readonly problems: readonly SettingsProblem[];
} {
  if (written === undefined || written === null) return { settings: null, problems: [] };
  const parsed = metricsSchema.safeParse(written);
  if (parsed.success) return { settings: parsed.data, problems: [] };
  const problems = problemsOf(parsed.error.issues, written, {
    key: "metrics",
    instrument: null,
    consequence: "Until then no metrics are served.",
  });
  return { settings: null, problems };
}
