import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { ProblemBox } from "#renderer/components/problem.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useSettings } from "#renderer/settings-form/use-settings.ts";
import { useSettingsDraft } from "#renderer/store/settings-draft.ts";
import { commonText } from "#renderer/text/common.ts";
import { setupText } from "#renderer/text/setup.tsx";
import { BackupStep } from "./backup-step.tsx";
import { CheckStep } from "./check-step.tsx";
import { CredentialsStep } from "./credentials-step.tsx";
import { DoneStep } from "./done-step.tsx";
import { FilesStep } from "./files-step.tsx";
import { InstrumentStep } from "./instrument-step.tsx";
import { PortalStep } from "./portal-step.tsx";
import styles from "./setup.module.css";
import { newInstruments, type SetupStep, setupSteps } from "./setup-answers.ts";
import type { StepProps } from "./setup-step.tsx";
import { useProofs } from "./use-proofs.ts";

/**
 * From the first start to the first delivered file: a sheet with one question. Before the last one is confirmed nothing
 * is saved, kept or sent: all answers are in a draft.
 */
export function SetupScreen() {
  const { step: at } = useParams();
  return (
    <section className={`${styles.sheet} surface stack gap-20`} aria-label={commonText.setUpStation}>
      {at === "done" ? <DoneStep /> : at === "backup" ? <BackupStep /> : <Questions at={at} />}
    </section>
  );
}

function Questions({ at }: { readonly at: string | undefined }) {
  const settings = useSettings(useSettingsDraft("setup"));
  const navigate = useNavigate();
  const [chosen, choose] = useState(0);
  const draft = settings === null || settings instanceof Error ? null : settings;
  const proofs = useProofs(draft);
  const step = setupSteps.find((one) => one === at) ?? "portal";
  const onStep = (next: SetupStep) => void navigate(`/setup/${next}`);
  if (settings instanceof Error)
    return <ProblemBox title={commonText.settingsUnreadable} message={settings.message} />;
  if (draft === null) return <SkeletonRows />;
  const instruments = newInstruments(draft, chosen, choose);
  return (
    <>
      <Way step={step} />
      {draft.isOutdated ? <Outdated onDiscard={draft.discard} /> : null}
      <Step key={step} step={step} draft={draft} instruments={instruments} proofs={proofs} onStep={onStep} />
    </>
  );
}

/** Way out for entries that are based on a file that has changed since: without it they could never be saved. */
function Outdated({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <div className="pad tone-problem stack">
      <Sentence shape="problem" role="alert">
        {setupText.changedElsewhereInSetup}
      </Sentence>
      <div>
        <Button variant="default" onClick={onDiscard}>
          {setupText.discardMyEntries}
        </Button>
      </div>
    </div>
  );
}

function Step({ step, ...props }: StepProps & { readonly step: SetupStep }) {
  switch (step) {
    case "portal":
      return <PortalStep {...props} />;
    case "credentials":
      return <CredentialsStep {...props} />;
    case "instrument":
      return <InstrumentStep {...props} />;
    case "files":
      return <FilesStep {...props} />;
    case "check":
      return <CheckStep {...props} />;
  }
}

/** How far it is: a bar of five, in words for those who do not see it. */
function Way({ step }: { readonly step: SetupStep }) {
  const at = setupSteps.indexOf(step);
  return (
    <div className="row gap-12 text-small">
      <div className={`${styles.bars} row grows gap-4`} aria-hidden="true">
        {setupSteps.map((one, index) => (
          <span key={one} data-past={index <= at ? true : undefined} />
        ))}
      </div>
      <span className="muted numbers">{setupText.stepOf(at + 1, setupSteps.length)}</span>
    </div>
  );
}
