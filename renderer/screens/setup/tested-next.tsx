import { type FormEvent, type ReactNode, useState } from "react";
import { TestResult, type Tried, useConnectionTest } from "#renderer/screens/settings/connection-test.tsx";
import settingsStyles from "#renderer/screens/settings/settings.module.css";
import { setupText } from "#renderer/text/setup.tsx";
import styles from "./setup.module.css";
import type { SetupStep } from "./setup-answers.ts";
import { StepButtons } from "./setup-step.tsx";
import type { Proofs } from "./use-proofs.ts";

interface TestedFormProps {
  readonly step: "portal" | "credentials";
  readonly tried: Tried;
  readonly proofs: Proofs;
  readonly back: SetupStep | null;
  readonly next: SetupStep;
  /** Nothing is filled in that could be tested. */
  readonly isDisabled: boolean;
  readonly onStep: (step: SetupStep) => void;
  readonly children: ReactNode;
}

/** A form whose *Next* is a test of the connection: it goes on when the test is good; a link goes on without one. */
export function TestedForm(props: TestedFormProps) {
  const { step, tried, proofs, back, next, isDisabled, onStep, children } = props;
  const test = useConnectionTest(tried);
  const asked = JSON.stringify(tried);
  const [failed, setFailed] = useState<string | null>(null);
  // A result speaks of what was tried, not of what was typed since.
  const hasFailed = failed === asked;
  const goOn = async (event: FormEvent) => {
    event.preventDefault();
    if (isDisabled || test.isBusy) return;
    if (proofs.has(step)) return onStep(next);
    const isGood = await test.run();
    setFailed(isGood ? null : asked);
    if (!isGood) return;
    proofs.add(step);
    onStep(next);
  };
  return (
    <form className={`${styles.narrow} stack`} onSubmit={(event) => void goOn(event)}>
      {children}
      {hasFailed && !test.isBusy ? <TestResult test={test} /> : null}
      <StepButtons back={back} onStep={onStep} isDisabled={isDisabled} isBusy={test.isBusy} />
      {hasFailed || test.isBusy ? (
        <p className="muted">
          {test.isBusy ? setupText.connectionBeingTested : ""}
          <button
            type="button"
            className={`${settingsStyles.inlineButton} bare`}
            onClick={() => onStep(next)}
          >
            {setupText.continueWithoutTesting}
          </button>
        </p>
      ) : null}
    </form>
  );
}
