import { ActionIcon, MultiSelect, TagsInput, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { Icon } from "../../../components/icon.tsx";
import styles from "./filter.module.css";

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
      classNames={{ inputField: styles.typed ?? "" }}
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
      classNames={{ inputField: styles.typed ?? "" }}
    />
  );
}

interface FigureProps {
  readonly label: string;
  readonly type: "date" | "moment" | "number";
  /** As the field writes it; empty for nothing. */
  readonly value: string;
  /** Called with what is whole and valid, and with "" for nothing. */
  readonly onChange: (value: string) => void;
  readonly isValid: (text: string) => boolean;
  readonly placeholder?: string;
}

/**
 * A date, a moment or a number as text, dates always as `YYYY-MM-DD`. It counts when it is whole, so that typing one does
 * not ask the portal ten times.
 */
export function FigureField({ label, type, value, onChange, isValid, placeholder }: FigureProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const take = (text: string) => {
    setIsLeft(false);
    if (text === "" || isValid(text)) {
      setTyped(null);
      if (text !== value) onChange(text);
    } else setTyped(text);
  };
  const examples = { date: "YYYY-MM-DD", moment: "YYYY-MM-DD HH:MM", number: "" };
  return (
    <TextInput
      size="xs"
      label={label}
      value={typed ?? value}
      placeholder={placeholder ?? examples[type]}
      inputMode={type === "number" ? "numeric" : "text"}
      error={isLeft && typed !== null ? (type === "number" ? "A whole number" : examples[type]) : null}
      rightSection={type === "date" ? <Calendar label={label} value={value} onChange={take} /> : null}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => setIsLeft(true)}
    />
  );
}

type CalendarProps = Pick<FigureProps, "label" | "value" | "onChange">;

/** The system's own calendar behind a button; its field would write dates in another order than the rest of the page. */
function Calendar({ label, value, onChange }: CalendarProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        size="sm"
        tabIndex={-1}
        aria-label={`Choose ${label} from a calendar`}
        onClick={() => field.current?.showPicker()}
      >
        <Icon name="calendar" size={14} />
      </ActionIcon>
      <input
        ref={field}
        className={styles.hidden}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
