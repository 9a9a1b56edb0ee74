import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { say } from "#base/say.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { setupText } from "#renderer/text/setup.tsx";
import styles from "./setup.module.css";
import type { NewInstruments, SetupStep } from "./setup-answers.ts";
import type { Proofs } from "./use-proofs.ts";

/** Props that every page of the setup gets. */
export interface StepProps {
  readonly draft: SettingsDraft;
  readonly instruments: NewInstruments;
  readonly proofs: Proofs;
  readonly onStep: (step: SetupStep) => void;
}

interface StepFormProps {
  readonly question: ReactNode;
  /** A quiet sentence below the question. */
  readonly help?: ReactNode;
  readonly back: SetupStep | null;
  readonly onStep: (step: SetupStep) => void;
  readonly next?: string;
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
  /** Takes the step; Enter in any field does, too. */
  readonly onNext: () => void;
  /** Leaves the proof of this page out; null where there is nothing to leave out. */
  readonly onSkip?: (() => void) | null;
  readonly children: ReactNode;
}

/** A list would open; what is folded away cannot have the focus. */
const firstField = `input${[":disabled", "[type=file]", "[aria-haspopup]", "details *"].map((not) => `:not(${not})`).join("")}`;

/** A question on the sheet. Back always works; the first field has the focus. */
export function StepForm(props: StepFormProps) {
  const { question, help, back, onStep, next = say("Next"), isDisabled = false, isBusy = false } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const hasFocused = useRef(false);
  // A page that is still loading at first has no field yet.
  useEffect(() => {
    if (hasFocused.current) return;
    const first =
      form.current?.querySelector<HTMLElement>(firstField) ??
      form.current?.querySelector<HTMLElement>("button[type=submit]:not(:disabled)");
    first?.focus();
    hasFocused.current = first != null && first === document.activeElement;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isDisabled && !isBusy) props.onNext();
  };
  return (
    <form ref={form} className="stack" aria-labelledby={id} onSubmit={submit} noValidate>
      <h1 id={id} className={styles.question}>
        {question}
      </h1>
      {help === undefined ? null : <p className="muted breaks">{help}</p>}
      <div className={`${styles.fields} stack gap-16`}>{props.children}</div>
      <footer className={`${styles.buttons} wraps`}>
        <Button size="md" type="submit" disabled={isDisabled} loading={isBusy}>
          {next}
        </Button>
        {back === null ? null : (
          <Button size="md" variant="default" onClick={() => onStep(back)}>
            {say("Back")}
          </Button>
        )}
        {props.onSkip == null ? null : (
          <Button size="md" variant="subtle" onClick={props.onSkip}>
            {setupText.continueWithoutTesting}
          </Button>
        )}
        <span className="muted text-small pushed">{setupText.nothingYet}</span>
      </footer>
    </form>
  );
}
