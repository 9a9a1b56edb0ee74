import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Output } from "../../../electron/contract/methods.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { FigureField } from "../../components/figure-field.tsx";
import { bytesText, counted, countText } from "../../components/format.ts";
import { Panel } from "../../components/panel.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { useHostQuery } from "../../store/host.tsx";
import { isDay } from "../portal/filter/days.ts";
import { textAt, type Written, withInstrument, withKeys } from "../settings/settings-document.ts";
import { forgetInstrument } from "./kept-instrument.ts";
import styles from "./setup.module.css";
import { type SetupStep, StepButtons, type StepProps } from "./setup-step.tsx";

/** What would be sent? Only the button on this page lets anything go. */
export function CheckStep({ draft, instrument, onInstrument, onStep }: StepProps) {
  const navigate = useNavigate();
  const missing = missingStep(instrument);
  const plan = useHostQuery("settings.dryRun", { instrument }, { enabled: missing === null });
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    const { document } = draft;
    const next = withInstrument(document, document.instruments.length, instrument);
    if (!(await draft.save(next)))
      return setProblem("It could not be saved: the fields before this page say why.");
    forgetInstrument();
    await navigate("/");
  };
  if (missing !== null)
    return (
      <Panel>
        <EmptyState
          title="Something is still missing"
          action={<Button onClick={() => onStep(missing)}>Fill it in</Button>}
        >
          {missing === "instrument"
            ? "It is not said yet which instrument this is."
            : "It is not said yet where its files are and how they are called."}{" "}
          Nothing has been sent.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel>
      <div className={styles.step}>
        <h2 className={styles.question}>This is what would be sent. Nothing has been sent yet.</h2>
        {plan.error !== null ? (
          <p role="alert">{plan.error.message}</p>
        ) : plan.data === undefined ? (
          <SkeletonRows rows={4} />
        ) : (
          <Plan plan={plan.data} />
        )}
        <div className={styles.narrow}>
          <FigureField
            size="sm"
            type="date"
            isValid={isDay}
            label="Leave older files alone"
            description="Only files measured on this day or later are sent. Empty: all of them, newest days first."
            value={textAt(instrument, "since")}
            onChange={(day) => onInstrument(withKeys(instrument, { since: day || undefined }))}
          />
        </div>
        {problem === null ? null : (
          <p role="alert">
            {draft.saveError?.message ?? problem} {draft.problems.map(({ message }) => message).join(" ")}
          </p>
        )}
        <StepButtons
          back="files"
          onStep={onStep}
          label={
            plan.data === undefined || plan.data.count === 0
              ? "Start watching"
              : `Start sending ${counted(plan.data.count, "file")}`
          }
          isDisabled={plan.data === undefined}
          isBusy={draft.isSaving}
          onNext={() => void start()}
        />
      </div>
    </Panel>
  );
}

/** The first page that something is missing on; null where all is said. */
function missingStep(instrument: Written): SetupStep | null {
  const isSaid = (key: string) => textAt(instrument, key).trim() !== "";
  if (!["site", "instrument", "pid", "name"].every(isSaid)) return "instrument";
  return ["folder", "pattern"].every(isSaid) ? null : "files";
}

function Plan({ plan }: { readonly plan: Output<"settings.dryRun"> }) {
  return (
    <div className={styles.step} role="status">
      <p className={`${styles.big} figures`}>
        {plan.count === 0
          ? "No finished file lies there yet"
          : `${counted(plan.count, "file")}, ${bytesText(plan.bytes)}${plan.isCut ? " at least" : ""}`}
      </p>
      <p className="muted">
        {plan.growing > 0 ? `${counted(plan.growing, "file")} not finished yet: sent once finished. ` : ""}
        {plan.known > 0 ? `${counted(plan.known, "file")} on record as sent before. ` : ""}
        {plan.count === 0 && plan.growing === 0 ? "As soon as the instrument finishes one, it is sent. " : ""}
        What the portal has already is noticed and not sent again.
      </p>
      {plan.folderTroubles.map((trouble) => (
        <p key={trouble} role="alert">
          {trouble}
        </p>
      ))}
      <ul className={`${styles.days} figures`} aria-label="Files by day">
        {plan.byDay.slice(0, 12).map(({ date, count, bytes }) => (
          <li key={date}>
            <span>{date}</span>
            <span className="muted">
              {counted(count, "file")}, {bytesText(bytes)}
            </span>
          </li>
        ))}
      </ul>
      {plan.byDay.length > 12 ? (
        <p className="muted">and {countText(plan.byDay.length - 12)} more days</p>
      ) : null}
      {plan.skipped.length === 0 ? null : (
        <details>
          <summary>
            Left where they are:{" "}
            {counted(
              plan.skipped.reduce((sum, { count }) => sum + count, 0),
              "file",
            )}
          </summary>
          <ul>
            {plan.skipped.map(({ reason, count, samplePath }) => (
              <li key={reason}>
                {countText(count)} × {reason} <span className="mono muted">{samplePath}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
