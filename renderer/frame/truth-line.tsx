import { counted, rateText } from "../components/format.ts";
import { type Shape, StateShape } from "../components/state-shape.tsx";
import { useHostQuery } from "../store/host.tsx";
import styles from "./frame.module.css";

const shapes: Readonly<Record<string, Shape>> = {
  complete: "done",
  sending: "busy",
  waiting: "growing",
  offline: "held",
  "needs-you": "trouble",
  paused: "held",
};

/** One sentence and one shape that answer: is my data safe, and if not, what do I do? Always there. */
export function TruthLine() {
  const { data, error } = useHostQuery("status", {});
  const sentence =
    data?.truth?.sentence ??
    (error === null ? "Looking at the station…" : `Skyferry cannot be asked: ${error.message}`);
  const shape = data === undefined ? (error === null ? "idle" : "trouble") : (shapes[data.tray] ?? "idle");
  const sending = data?.sending;
  return (
    <div className={styles.truth}>
      <StateShape shape={shape} size={18} />
      <p role="status" aria-live="polite" data-truth>
        {sentence}
      </p>
      {sending === undefined || sending.count === 0 ? null : (
        <span className={`${styles.sending} figures`}>
          Sending {counted(sending.count, "file")}
          {sending.bytesPerSecond > 0 ? ` · ${rateText(sending.bytesPerSecond)}` : ""}
        </span>
      )}
    </div>
  );
}
