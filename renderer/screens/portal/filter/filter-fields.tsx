import { MultiSelect, TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SeveralProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Undefined while they are on their way. */
  readonly choices: readonly Choice[] | undefined;
  /** Stands in the field while nothing is chosen. */
  readonly placeholder: string;
}

/** Several values of a list that the portal knows; what is chosen stays even where the list does not have it. */
export function SeveralField({ label, value, onChange, choices = [], placeholder }: SeveralProps) {
  const known = new Map(choices.map((choice) => [choice.value, choice]));
  for (const one of value) if (!known.has(one)) known.set(one, { value: one, label: one });
  return (
    <MultiSelect
      size="xs"
      label={label}
      data={[...known.values()]}
      value={[...value]}
      onChange={onChange}
      placeholder={value.length === 0 ? placeholder : ""}
      searchable
      clearable
      hidePickedOptions
      limit={300}
      nothingFoundMessage="The portal's list has no such entry"
      comboboxProps={{ width: 300, position: "bottom-start" }}
    />
  );
}

interface TextsProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly placeholder: string;
}

/** Several texts that are typed; Enter or a comma ends one. */
export function TextsField({ label, value, onChange, placeholder }: TextsProps) {
  return (
    <TagsInput
      size="xs"
      label={label}
      value={[...value]}
      onChange={onChange}
      placeholder={value.length === 0 ? placeholder : ""}
      acceptValueOnBlur
    />
  );
}

interface FigureProps {
  readonly label: string;
  readonly type: "date" | "datetime-local" | "number";
  /** As the field writes it; empty for nothing. */
  readonly value: string;
  /** Called with what is whole and valid, and with "" for nothing. */
  readonly onChange: (value: string) => void;
  readonly isValid: (text: string) => boolean;
  readonly placeholder?: string;
}

/** A date, a moment or a number; counts only when it is whole, so that typing one does not ask the portal ten times. */
export function FigureField({ label, type, value, onChange, isValid, placeholder }: FigureProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    if (text === "" || isValid(text)) {
      setTyped(null);
      if (text !== value) onChange(text);
    } else setTyped(text);
  };
  return (
    <TextInput
      size="xs"
      label={label}
      type={type}
      value={typed ?? value}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(type === "number" ? { min: 1 } : {})}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
    />
  );
}
