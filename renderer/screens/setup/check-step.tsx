import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { isRealDate } from "#base/dates.ts";
import { bytesText, counted, countText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { NumberField } from "#renderer/components/number-field.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { problemText } from "#renderer/screens/settings/field-names.ts";
import { textAt, withKeys } from "#renderer/screens/settings/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { setupText } from "#renderer/text/setup.tsx";
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
    if (!(await draft.save())) return setProblem(setupText.notSavedSeeFields);
    await navigate("/");
  };
  if (missing !== null)
    return (
      <Panel>
        <EmptyState
          title={setupText.somethingIsStillMissing}
          action={<Button onClick={() => onStep(missing)}>{setupText.fillItIn}</Button>}
        >
          {setupText.missingAndNothingSaved(missingWords[missing])}
        </EmptyState>
      </Panel>
    );
  return (
    <Panel>
      <div className={`${styles.step} stack`}>
        <h2 className={styles.question}>{setupText.previewIntro}</h2>
        {proofs.has("credentials") ? null : (
          <Sentence shape="idle" role="status">
            {setupText.connectionNotTested}
          </Sentence>
        )}
        {plan.error !== null ? (
          <p role="alert">{plan.error.message}</p>
        ) : plan.data === undefined ? (
          <SkeletonRows rows={4} />
        ) : (
          <Plan plan={plan.data} />
        )}
        <div className={`${styles.narrow} stack`}>
          <NewInstrumentBar instruments={instruments} />
          <NumberField
            size="sm"
            type="date"
            isValid={isRealDate}
            label={settingsLabels.since}
            description={commonText.startDateHelp}
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
  portal: setupText.addressMissing,
  credentials: setupText.credentialsMissing,
  instrument: setupText.instrumentMissing,
  files: setupText.filesMissing,
  check: "",
};

function Plan({ plan }: { readonly plan: Output<"settings.dryRun"> }) {
  return (
    <div className={`${styles.step} stack`} role="status">
      <p className={`${styles.big} numbers`}>
        {plan.count === 0
          ? setupText.noFinishedFileYet
          : `${counted(plan.count, "file")}, ${bytesText(plan.bytes)}${plan.isCut ? " at least" : ""}`}
      </p>
      <p className="muted">{setupText.planText(plan)}</p>
      {plan.folderTroubles.map((problem) => (
        <p key={problem} role="alert">
          {problem}
        </p>
      ))}
      <ul className={`${styles.days} plain numbers`} aria-label={setupText.filesByDay}>
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
        <p className="muted">{setupText.moreDays(countText(plan.byDay.length - 12))}</p>
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
