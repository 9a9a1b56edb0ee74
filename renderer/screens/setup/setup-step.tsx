import { Button } from "@mantine/core";
import type { SettingsDraft } from "#renderer/screens/settings/use-settings.ts";
import styles from "./setup.module.css";
import type { NewInstruments, SetupStep } from "./setup-answers.ts";
import type { Proofs } from "./use-proofs.ts";

/** What every page of the setup gets. */
export interface StepProps {
  readonly draft: SettingsDraft;
  readonly instruments: NewInstruments;
  readonly proofs: Proofs;
  readonly onStep: (step: SetupStep) => void;
}

interface NextProps {
  readonly back: SetupStep | null;
  readonly onStep: (step: SetupStep) => void;
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
  /** Left out: the form around it takes the step, so that Enter in any field does, too. */
  readonly onNext?: () => void;
}

/** Back always works; next says what it leads to. */
export function StepButtons({
  back,
  onStep,
  label = "Next",
  isDisabled = false,
  isBusy = false,
  onNext,
}: NextProps) {
  return (
    <div className={styles.buttons}>
      {back === null ? null : (
        <Button variant="default" onClick={() => onStep(back)}>
          Back
        </Button>
      )}
      <Button
        type={onNext === undefined ? "submit" : "button"}
        disabled={isDisabled}
        loading={isBusy}
        {...(onNext === undefined ? {} : { onClick: onNext })}
      >
        {label}
      </Button>
    </div>
  );
}
