import { rateText } from "#base/text.ts";
import type { Status } from "#contract/status.ts";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame.tsx";
import styles from "./frame.module.css";

const shapes: Readonly<Record<string, Shape>> = {
  complete: "done",
  sending: "busy",
  waiting: "growing",
  offline: "held",
  "needs-you": "problem",
  paused: "held",
};

/** The shape of the sentence: files that are tried again look as they do in the queue. */
export function headlineShape({ tray, totals }: Pick<Status, "tray" | "totals">): Shape {
  if (tray === "waiting" && totals.waiting > 0) return "retry";
  return shapes[tray] ?? "idle";
}

/** One sentence and one shape that answer: is my data safe, and if not, what do I do? Always there. */
export function HeadlineBar() {
  const { data, error } = useHostQuery("status", {});
  const sentence =
    data?.truth?.sentence ??
    (error === null ? frameText.checkingStation : frameText.statusNotAvailable(error.message));
  const shape = data === undefined ? (error === null ? "idle" : "problem") : headlineShape(data);
  // The sentence counts the files; a second count beside it would be another one.
  const rate = data !== undefined && data.sending.count > 0 ? data.sending.bytesPerSecond : 0;
  return (
    <div className={styles.headline}>
      <StateShape shape={shape} size={18} />
      <p role="status" aria-live="polite" data-headline>
        {sentence}
      </p>
      {rate > 0 ? <span className={`${styles.sending} numbers`}>{rateText(rate)}</span> : null}
    </div>
  );
}
