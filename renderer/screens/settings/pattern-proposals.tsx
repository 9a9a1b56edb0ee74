import { countText } from "#base/text.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import styles from "./settings.module.css";

interface PatternProposalsProps {
  readonly folder: string;
  readonly onPattern: (pattern: string) => void;
}

/** Patterns that would take the files that lie in the folder; one click takes one over. */
export function PatternProposals({ folder, onPattern }: PatternProposalsProps) {
  const { data } = useHostQuery("settings.suggestPattern", { folder }, { staleMs: 30_000 });
  if (data === undefined || data.proposals.length === 0) return null;
  return (
    <div className={styles.proposals}>
      <h3>Suggested from the file names</h3>
      {data.proposals.map(({ pattern, meaning, matched, total, samplePath }) => (
        <button key={pattern} type="button" className={styles.proposal} onClick={() => onPattern(pattern)}>
          <span className="mono">{pattern}</span>
          <div className={styles.reason}>
            {meaning} Matches {countText(matched)} of {countText(total)} files, such as {samplePath}.
          </div>
        </button>
      ))}
    </div>
  );
}
