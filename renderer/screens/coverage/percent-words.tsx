import { dueShareOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { coverageText } from "#renderer/text/coverage.ts";

/** Share of the days that are complete, of those that are due; nothing where none is. */
export function PercentWords({ days }: { readonly days: readonly ShownDay[] }) {
  const { complete, due, percent } = dueShareOf(days);
  if (percent === null) return null;
  return (
    <span className="muted numbers unbroken" title={coverageText.percentHelp(complete, due)}>
      {coverageText.percent(percent)}
    </span>
  );
}
