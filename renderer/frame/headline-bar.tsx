import { useLocation } from "react-router";
import { rateText } from "#base/text.ts";
import type { StatusShown } from "#contract/status.ts";
import type { TrayState } from "#domain/headline.ts";
import { CauseButton } from "#renderer/components/cause-button.tsx";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import styles from "./frame.module.css";

const shapes: Readonly<Record<TrayState, Shape>> = {
  complete: "done",
  sending: "busy",
  waiting: "idle",
  offline: "away",
  "needs-you": "problem",
  paused: "held",
};

/** The shape of the headline: files that are tried again look as they do in the queue. */
export function headlineShape({ tray, totals }: Pick<StatusShown, "tray" | "totals">): Shape {
  if (tray === "waiting" && totals.waiting > 0) return "retry";
  return shapes[tray];
}

/** The end of a pause, as the remedy beside the headline. */
export const pauseRemedy = { action: "resume", count: 0, filter: {}, instrument: null } as const;

/** Gives the action of the one button beside the headline: the remedy of the gravest cause, or the end of a pause. */
function firstRemedy({ tray, issues }: Pick<StatusShown, "tray" | "issues">) {
  const first = issues?.[0];
  if (tray === "paused") return pauseRemedy;
  return (tray === "needs-you" || tray === "offline") && first !== undefined ? first : null;
}

/** Is my data safe, and does it need me? The same few words on every page, with the one button that helps first. */
export function HeadlineBar() {
  const { data, error } = useHostQuery("status", {});
  const sentence =
    data?.truth?.sentence ??
    (error === null ? frameText.checkingStation : frameText.statusNotAvailable(error.message));
  const shape = data === undefined ? (error === null ? "idle" : "problem") : headlineShape(data);
  const rate = data !== undefined && data.sending.count > 0 ? data.sending.bytesPerSecond : 0;
  const remedy = data === undefined ? null : firstRemedy(data);
  const isOnSettings = useLocation().pathname.startsWith("/settings/");
  // Each page of the settings shows where they are wrong.
  const isHere = remedy?.action === "open-settings" && isOnSettings;
  // An issue that needs somebody says more than figures.
  const first = data?.tray === "needs-you" ? data.issues?.[0] : undefined;
  const detail = first?.message ?? first?.label ?? data?.truth?.detail?.join(" · ") ?? "";
  return (
    <div className={`${styles.headline} row gap-12`} data-headline>
      <StateShape shape={shape} size={18} />
      <p className="text-head strong rigid" role="status" aria-live="polite">
        {sentence}
      </p>
      <p className="capital clipped numbers grows muted" title={detail}>
        {detail}
      </p>
      {rate > 0 ? <span className="numbers muted rigid pushed">{rateText(rate)}</span> : null}
      {remedy === null || isHere ? null : <CauseButton issue={remedy} />}
    </div>
  );
}
