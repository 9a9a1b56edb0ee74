import { countText } from "#base/text.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
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
      <h3>{settingsText.suggestedFromNames}</h3>
      {data.proposals.map(({ pattern, meaning, matched, total, samplePath }) => (
        <button key={pattern} type="button" className={styles.proposal} onClick={() => onPattern(pattern)}>
          <span className="mono">{pattern}</span>
          <div className={styles.reason}>
            {settingsText.matchesFiles(meaning, countText(matched), countText(total), samplePath)}
          </div>
        </button>
      ))}
    </div>
  );
}
