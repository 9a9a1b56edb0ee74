import { dateText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { tokensInName } from "#domain/pattern/tokens-in-name.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./name-as-read.module.css";

interface NameAsReadProps {
  readonly tested: Output<"settings.testPattern">;
  readonly pattern: string;
}

/** A real name that the pattern takes, of the newest day, and under each piece what it is read as. */
export function NameAsRead({ tested, pattern }: NameAsReadProps) {
  const example = tested.entries
    .filter(({ verdict }) => verdict === "matches" || verdict === "too-young")
    .toSorted((one, other) => ((one.measurementDate ?? "") < (other.measurementDate ?? "") ? 1 : -1))[0];
  if (example === undefined) return null;
  const { path, measurementDate: day } = example;
  const tokens = tokensInName(pattern, path) ?? [{ kind: "text" as const, text: path }];
  return (
    <figure className={`${styles.name} framed`}>
      <div className={`${styles.tokens} wraps starts`}>
        {tokens.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one name in their order
          <span key={index} className={styles.token} data-kind={kind}>
            <span className={`${styles.piece} mono`}>{text}</span>
            {kind === "text" ? null : <small>{settingsText.nameTokens[kind]}</small>}
          </span>
        ))}
      </div>
      {day === null ? null : (
        <figcaption className="muted">{settingsText.readAs(dateText(day, Date.now()))}</figcaption>
      )}
    </figure>
  );
}
