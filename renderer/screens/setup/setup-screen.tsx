import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Page } from "#renderer/components/page.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { Problem } from "#renderer/components/problem.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useSettings } from "#renderer/screens/settings/use-settings.ts";
import { useSettingsDraft } from "#renderer/store/settings-draft.ts";
import { commonText } from "#renderer/text/common.ts";
import { setupText } from "#renderer/text/setup.tsx";
import { CheckStep } from "./check-step.tsx";
import { CredentialsStep } from "./credentials-step.tsx";
import { FilesStep } from "./files-step.tsx";
import { InstrumentStep } from "./instrument-step.tsx";
import { PortalStep } from "./portal-step.tsx";
import styles from "./setup.module.css";
import {
  isIdentified,
  isLocated,
  type NewInstruments,
  newInstruments,
  type SetupStep,
  setupSteps,
} from "./setup-answers.ts";
import type { StepProps } from "./setup-step.tsx";
import { type Proofs, useProofs } from "./use-proofs.ts";

const names: Readonly<Record<SetupStep, string>> = {
  portal: "Portal",
  credentials: setupText.userAndPassword,
  instrument: "Instrument",
  files: "Files",
  check: setupText.checkAndStart,
};

/**
 * From the first start to the first delivered file, one question a page. Before the last one is confirmed nothing is
 * saved, kept or sent: all answers are in a draft.
 */
export function SetupScreen() {
  const settings = useSettings(useSettingsDraft("setup"));
  const { step: at } = useParams();
  const navigate = useNavigate();
  const [chosen, choose] = useState(0);
  const draft = settings === null || settings instanceof Error ? null : settings;
  const proofs = useProofs(draft);
  const instruments = draft === null ? null : newInstruments(draft, chosen, choose);
  const step = setupSteps.find((one) => one === at) ?? "portal";
  const onStep = (next: SetupStep) => void navigate(`/setup/${next}`);
  return (
    <Page title={commonText.setUpStation}>
      <Dots step={step} proofs={proofs} instruments={instruments?.all ?? []} />
      {settings instanceof Error ? (
        <Problem title={commonText.settingsUnreadable} message={settings.message} />
      ) : draft === null || instruments === null ? (
        <SkeletonRows />
      ) : (
        <div className={`${styles.step} stack`}>
          {draft.isOutdated ? <Outdated onDiscard={draft.discard} /> : null}
          <Step step={step} draft={draft} instruments={instruments} proofs={proofs} onStep={onStep} />
        </div>
      )}
    </Page>
  );
}

/** What was filled in is based on a file that has changed since: without a way out it could never be saved. */
function Outdated({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Panel>
      <div className={`${styles.step} stack`}>
        <Sentence shape="problem" role="alert">
          {setupText.changedElsewhereInSetup}
        </Sentence>
        <div>
          <Button variant="default" onClick={onDiscard}>
            {setupText.discardMyEntries}
          </Button>
        </div>
      </div>
    </Panel>
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

interface DotsProps {
  readonly step: SetupStep;
  readonly proofs: Proofs;
  readonly instruments: NewInstruments["all"];
}

/** The way through the pages; a tick is shown only where the answers were found good or are whole. */
function Dots({ step, proofs, instruments }: DotsProps) {
  const at = setupSteps.indexOf(step);
  const isDone: Readonly<Record<SetupStep, boolean>> = {
    portal: proofs.has("portal") || proofs.has("credentials"),
    credentials: proofs.has("credentials"),
    instrument: instruments.every(isIdentified),
    files: instruments.every(isLocated),
    check: false,
  };
  return (
    <ol
      className={`${styles.dots} plain`}
      aria-label={`Step ${at + 1} of ${setupSteps.length}: ${names[step]}`}
    >
      {setupSteps.map((one, index) => {
        const hasTick = index < at && isDone[one];
        return (
          <li
            key={one}
            data-done={hasTick ? true : undefined}
            aria-current={index === at ? "step" : undefined}
          >
            {hasTick ? <StateShape shape="done" size={20} label="done" /> : null}
            {names[one]}
            {index < at && !isDone[one] ? <span className="muted">(not tested)</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
