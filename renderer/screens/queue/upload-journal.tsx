import { clockText, secondText } from "#base/text.ts";
import type { JournalEntry } from "#contract/journal.ts";
import { localText } from "#renderer/components/format.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { eventSentence, eventShape } from "#renderer/text/events.ts";
import styles from "./upload-panel.module.css";

/** Every line of one upload, oldest first. */
export function UploadJournal({ entries }: { readonly entries: readonly JournalEntry[] }) {
  return (
    <section aria-label="Journal">
      <h3>Journal</h3>
      <ol className={styles.journal}>
        {entries.map((entry, index) => {
          const day = entry.at.slice(0, 10);
          const isNewDay = entries[index - 1]?.at.slice(0, 10) !== day;
          return (
            <li key={entry.seq}>
              {isNewDay ? <p className={styles.day}>{day}</p> : null}
              <div className={styles.line}>
                <StateShape shape={eventShape(entry)} size={12} />
                <time
                  className="numbers muted"
                  dateTime={entry.at}
                  title={`${secondText(entry.at)}\n${localText(entry.at)}`}
                >
                  {entry.at.slice(11, 19)}
                  <span className="said"> {clockText(entry.at)}</span>
                </time>
                <span>{eventSentence(entry)}</span>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
