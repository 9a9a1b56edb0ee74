import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { problemText } from "#renderer/settings-form/field-names.ts";
import { PlanCard } from "#renderer/settings-form/plan-card.tsx";
import { textAt, type Written, withKeys } from "#renderer/settings-form/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import { DayStrip } from "./day-strip.tsx";
import { NewInstrumentBar } from "./new-instrument-bar.tsx";
import { shareFrom } from "./preview-days.ts";
import styles from "./setup.module.css";
import { missingStep, type SetupStep } from "./setup-answers.ts";
import { StepForm, type StepProps } from "./setup-step.tsx";
import { portalOfDraft } from "./use-address-proof.ts";

/** Files that would be sent. Only the button on this page saves anything or lets anything go. */
export function CheckStep({ draft, instruments, proofs, onStep }: StepProps) {
  const navigate = useNavigate();
  const { all } = instruments;
  const missing = missingStep(draft, all);
  // All days are asked for; the slider only counts them.
  const whole = all.map((one) => withKeys(one, { since: undefined }));
  const plan = useHostQuery(
    "settings.dryRun",
    { instruments: whole },
    { enabled: missing === null, keepsPrevious: true },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const since = textAt(all[0] ?? null, "since") || null;
  const share = shareFrom(plan.data?.byDay ?? [], since);
  const start = async () => {
    if (!(await draft.save())) return setProblem(setupText.notSavedSeeFields);
    await navigate("/setup/done");
  };
  if (missing !== null)
    return (
      <div className="stack">
        <h1 className={styles.question}>{setupText.somethingIsStillMissing}</h1>
        <p className="breaks">{setupText.missingAndNothingSaved(missingWords[missing])}</p>
        <div className={`${styles.buttons} wraps`}>
          <Button size="md" onClick={() => onStep(missing)}>
            {setupText.fillItIn}
          </Button>
        </div>
      </div>
    );
  return (
    <StepForm
      question={setupText.fromWhichDay}
      help={setupText.previewIntro}
      back="files"
      onStep={onStep}
      next={
        share.count === 0
          ? setupText.startWatching
          : setupText.startSending(
              say("{count, plural, one {# file} other {# files}}", { count: share.count }),
            )
      }
      isDisabled={plan.data === undefined}
      isBusy={draft.isSaving}
      onNext={() => void start()}
    >
      <NewInstrumentBar instruments={instruments} />
      {plan.error !== null ? (
        <Sentence shape="problem" role="alert">
          {plan.error.message}
        </Sentence>
      ) : plan.data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <Plan
          plan={plan.data}
          since={since}
          portal={draft.document.portal}
          instruments={whole}
          onSince={(day) => instruments.changeAll((one) => withKeys(one, { since: day ?? undefined }))}
        />
      )}
      {proofs.has("credentials") ? null : (
        <Sentence shape="idle" role="status">
          {setupText.connectionNotTested}
        </Sentence>
      )}
      {problem === null ? null : (
        <Sentence shape="problem" role="alert">
          {draft.saveError?.message ?? problem} {draft.problems.map(problemText).join(" ")}
        </Sentence>
      )}
    </StepForm>
  );
}

const missingWords: Readonly<Record<SetupStep, string>> = {
  portal: setupText.addressMissing,
  credentials: setupText.credentialsMissing,
  instrument: setupText.instrumentMissing,
  files: setupText.filesMissing,
  check: "",
};

interface PlanProps {
  readonly plan: Output<"settings.dryRun">;
  readonly since: string | null;
  readonly portal: Written | null;
  /** Those of the plan, with all of their days. */
  readonly instruments: readonly Written[];
  readonly onSince: (day: string | null) => void;
}

function Plan({ plan, since, portal, instruments, onSince }: PlanProps) {
  const share = shareFrom(plan.byDay, since);
  const notSent = plan.skipped.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PlanCard
        question={{ portal: portalOfDraft(portal), instruments }}
        since={since}
        portal={portal}
        here={{ files: share.count, bytes: share.bytes }}
      />
      {plan.byDay.length === 0 ? null : <DayStrip byDay={plan.byDay} since={since} onSince={onSince} />}
      <p className="muted">
        {share.left === 0
          ? ""
          : setupText.olderStay(
              say("{left, plural, one {# older file} other {# older files}}", { left: share.left }),
            )}
        {setupText.planText(plan, share.count)}
      </p>
      {plan.folderTroubles.map((trouble) => (
        <Sentence key={trouble} shape="problem" role="alert">
          {trouble}
        </Sentence>
      ))}
      {notSent === 0 ? null : (
        <details className={styles.more}>
          <summary>
            {setupText.notSent(say("{notSent, plural, one {# file} other {# files}}", { notSent }))}
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
    </>
  );
}
