import { useHostQuery } from "#renderer/store/host.tsx";
import styles from "./upload-panel.module.css";

interface UploadHistoryProps {
  readonly id: string;
  /** What is shown above the history already, and is not said again in it. */
  readonly said: string | null;
}

/** Its way in sentences, in the order of time; the last ones say what comes next. */
export function UploadHistory({ id, said }: UploadHistoryProps) {
  const { data, error } = useHostQuery("upload.history", { id });
  return (
    <section aria-label="History">
      <h3>History</h3>
      {data === undefined ? (
        <p className="muted">{error === null ? "…" : error.message}</p>
      ) : (
        <ol className={styles.history}>
          {data.sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be alike, and are only added at the end
            <li key={index}>{without(sentence, said)}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

function without(sentence: string, said: string | null): string {
  if (said === null || said === "" || !sentence.endsWith(said)) return sentence;
  return sentence
    .slice(0, -said.length)
    .trim()
    .replace(/ Reason:$/, "");
}
