import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Sentence } from "../../components/sentence.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { StateShape } from "../../components/state-shape.tsx";
import { Trouble } from "../../components/trouble.tsx";
import { useSettingsDraft } from "../../store/settings-draft.ts";
import type { Written } from "../settings/settings-document.ts";
import { useSettings } from "../settings/use-settings.ts";
import { CheckStep } from "./check-step.tsx";
import { CredentialsStep } from "./credentials-step.tsx";
import { FilesStep } from "./files-step.tsx";
import { InstrumentStep } from "./instrument-step.tsx";
import { keepInstrument, keptInstrument } from "./kept-instrument.ts";
import { PortalStep } from "./portal-step.tsx";
import styles from "./setup.module.css";
import { type SetupStep, type StepProps, setupSteps } from "./setup-step.tsx";

const names: Readonly<Record<SetupStep, string>> = {
  portal: "Portal",
  credentials: "User and password",
  instrument: "Instrument",
  files: "Files",
  check: "Look before sending",
};

/** From the first start to the first delivered file, one question a page. Nothing is sent before the last one. */
export function SetupScreen() {
  const settings = useSettings(useSettingsDraft("setup"));
  const { step: at } = useParams();
  const navigate = useNavigate();
  const [instrument, setInstrument] = useState<Written>(keptInstrument);
  const step = setupSteps.find((one) => one === at) ?? "portal";
  const onStep = (next: SetupStep) => void navigate(`/setup/${next}`);
  const onInstrument = (next: Written) => {
    setInstrument(next);
    keepInstrument(next);
  };
  return (
    <Page title="Set up this station">
      <Dots step={step} />
      {settings === null ? (
        <SkeletonRows />
      ) : settings instanceof Error ? (
        <Trouble title="The settings cannot be read" message={settings.message} />
      ) : (
        <div className={styles.step}>
          {settings.isOutdated ? <Outdated onDiscard={settings.discard} /> : null}
          <Step
            step={step}
            draft={settings}
            instrument={instrument}
            onInstrument={onInstrument}
            onStep={onStep}
          />
        </div>
      )}
    </Page>
  );
}

/** What was filled in stands on a file that is another one now: without a way out it could never be saved. */
function Outdated({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Panel>
      <div className={styles.step}>
        <Sentence shape="trouble" role="alert">
          The settings file was changed by somebody else in the meantime. Discard what was filled in about the
          portal, look at the settings as they are now, then change them again. Nothing has been sent.
        </Sentence>
        <div>
          <Button variant="default" onClick={onDiscard}>
            Discard what was filled in
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

function Dots({ step }: { readonly step: SetupStep }) {
  const at = setupSteps.indexOf(step);
  return (
    <ol className={styles.dots} aria-label={`Step ${at + 1} of ${setupSteps.length}: ${names[step]}`}>
      {setupSteps.map((one, index) => (
        <li
          key={one}
          data-done={index < at ? true : undefined}
          aria-current={index === at ? "step" : undefined}
        >
          {index < at ? <StateShape shape="done" size={20} label="done" /> : null}
          {names[one]}
        </li>
      ))}
    </ol>
  );
}
