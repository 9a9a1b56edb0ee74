import { useHostQuery } from "../../store/host.tsx";
import styles from "./upload-panel.module.css";

/** Its way in sentences, in the order of time; the last ones say what comes next. */
export function UploadStory({ id }: { readonly id: string }) {
  const { data, error } = useHostQuery("upload.story", { id });
  return (
    <section aria-label="Its story">
      <h3>Its story</h3>
      {data === undefined ? (
        <p className="muted">{error === null ? "…" : error.message}</p>
      ) : (
        <ol className={styles.story}>
          {data.sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be alike, and are only added at the end
            <li key={index}>{sentence}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
