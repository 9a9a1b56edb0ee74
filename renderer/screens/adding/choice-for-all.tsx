import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { isRealDate } from "#base/dates.ts";
import { NumberField } from "#renderer/components/number-field.tsx";
import { addingText } from "#renderer/text/adding.tsx";
import styles from "./adding.module.css";
import type { AddingSheetState } from "./use-adding.ts";

interface ChoiceForAllProps {
  /** Files that need a choice. */
  readonly count: number;
  readonly names: readonly string[];
  readonly onChoose: AddingSheetState["chooseForAll"];
}

/** Instrument and date of all files that need them, at once. */
export function ChoiceForAll({ count, names, onChoose }: ChoiceForAllProps) {
  const [instrument, setInstrument] = useState("");
  const [date, setDate] = useState("");
  return (
    <fieldset className={`${styles.all} above-8 pad-8 framed wraps`}>
      <legend className="said">{addingText.forOthers(count)}</legend>
      <span aria-hidden="true">{addingText.forOthers(count)}</span>
      <NativeSelect
        size="xs"
        aria-label={addingText.forAllInstrument}
        data={[{ value: "", label: addingText.chooseInstrument }, ...names]}
        value={instrument}
        onChange={({ currentTarget }) => setInstrument(currentTarget.value)}
      />
      <NumberField
        type="date"
        hidesLabel
        label={addingText.forAllDate}
        value={date}
        isValid={isRealDate}
        onChange={setDate}
      />
      <Button
        size="compact-sm"
        variant="default"
        disabled={instrument === "" && date === ""}
        onClick={() => onChoose({ instrument, date })}
      >
        {addingText.apply}
      </Button>
    </fieldset>
  );
}
