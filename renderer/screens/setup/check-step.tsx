import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { isRealDate } from "#base/dates.ts";
import { bytesText, counted, countText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { FigureField } from "#renderer/components/figure-field.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { problemText } from "#renderer/screens/settings/field-names.ts";
import { textAt, withKeys } from "#renderer/screens/settings/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { NewInstrumentBar } from "./new-instrument-bar.tsx";
import styles from "./setup.module.css";
import { missingStep, type SetupStep } from "./setup-answers.ts";
import { StepButtons, type StepProps } from "./setup-step.tsx";

/** What would be sent? Only the button on this page saves anything or lets anything go. */
export function CheckStep({ draft, instruments, proofs, onStep }: StepProps) {
  const navigate = useNavigate();
  const { all, at, change } = instruments;
  const instrument = all[at] ?? {};
  const missing = missingStep(draft, all);
  const plan = useHostQuery("settings.dryRun", { instruments: all }, { enabled: missing === null });
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    if (!(await draft.save())) return setProblem("Not saved: the fields on the earlier pages say why.");
    await navigate("/");
  };
  if (missing !== null)
    return (
      <Panel>
        <EmptyState
          title="Something is still missing"
          action={<Button onClick={() => onStep(missing)}>Fill it in</Button>}
        >
          {missingWords[missing]} Nothing has been saved or sent.
        </EmptyState>
      </Panel>
    );
  return (
    <Panel>
      <div className={styles.step}>
        <h2 className={styles.question}>This is what would be sent. Nothing has been sent yet.</h2>
        {proofs.has("credentials") ? null : (
          <Sentence shape="idle" role="status">
            The connection to the portal has not been tested.
          </Sentence>
        )}
        {plan.error !== null ? (
          <p role="alert">{plan.error.message}</p>
        ) : plan.data === undefined ? (
          <SkeletonRows rows={4} />
        ) : (
          <Plan plan={plan.data} />
        )}
        <div className={styles.narrow}>
          <NewInstrumentBar instruments={instruments} />
          <FigureField
            size="sm"
            type="date"
            isValid={isRealDate}
            label={settingsLabels.since}
            description="Only files measured on this day or later are sent. Empty: all files, newest days first."
            value={textAt(instrument, "since")}
            onChange={(day) => change(withKeys(instrument, { since: day || undefined }))}
          />
        </div>
        {problem === null ? null : (
          <p role="alert">
            {draft.saveError?.message ?? problem} {draft.problems.map(problemText).join(" ")}
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

const missingWords: Readonly<Record<SetupStep, string>> = {
  portal: "The portal's address is missing.",
  credentials: "The user name or the password is missing.",
  instrument: "Choose the site and the instrument.",
  files: "Choose the folder and the pattern of the files.",
  check: "",
};

function Plan({ plan }: { readonly plan: Output<"settings.dryRun"> }) {
  return (
    <div className={styles.step} role="status">
      <p className={`${styles.big} figures`}>
        {plan.count === 0
          ? "No finished file yet"
          : `${counted(plan.count, "file")}, ${bytesText(plan.bytes)}${plan.isCut ? " at least" : ""}`}
      </p>
      <p className="muted">
        {plan.growing > 0 ? `${counted(plan.growing, "file")} not finished yet: sent once finished. ` : ""}
        {plan.known > 0 ? `${counted(plan.known, "file")} already delivered. ` : ""}
        {plan.count === 0 && plan.growing === 0 ? "As soon as the instrument finishes one, it is sent. " : ""}
        Files that the portal already has are not sent again.
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
            Not sent:{" "}
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
