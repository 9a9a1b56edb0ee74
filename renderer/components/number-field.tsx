import { ActionIcon, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { commonText } from "#renderer/text/common.ts";
import { Icon } from "./icon.tsx";
import styles from "./number-field.module.css";

interface NumberProps {
  readonly label: string;
  readonly type: "date" | "moment" | "number";
  /** As the field writes it; empty for nothing. */
  readonly value: string;
  /** Called with what is whole and valid, and with "" for nothing. */
  readonly onChange: (value: string) => void;
  readonly isValid: (text: string) => boolean;
  /** Problem of a text that is written as it should be and still does not count; null for none. */
  readonly wrongOf?: (text: string) => string | null;
  readonly placeholder?: string;
  readonly description?: string;
  /** Problem of the value that counts; null for none. */
  readonly problem?: string | null;
  readonly size?: "xs" | "sm";
  /** The words are beside the field already. */
  readonly hidesLabel?: boolean;
}

/**
 * A date, a moment or a number as text, dates always as `YYYY-MM-DD`. It counts when it is whole, so that typing one does
 * not ask the portal ten times. While it is typed it stays as it was typed: `2026-11-21` is a whole moment, and more may
 * follow.
 */
export function NumberField(props: NumberProps) {
  const { label, type, value, onChange, isValid, placeholder, description, problem = null } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const [seen, setSeen] = useState(value);
  // A text that was left half typed gives way to a value that is set elsewhere.
  if (value !== seen) {
    setSeen(value);
    if (isLeft) setTyped(null);
  }
  const counts = (text: string) => text === "" || (isValid(text) && (props.wrongOf?.(text) ?? null) === null);
  const take = (text: string) => {
    if (counts(text) && text !== value) onChange(text);
  };
  const choose = (text: string) => {
    setTyped(null);
    take(text);
  };
  const wrong = typed === null ? null : (props.wrongOf?.(typed) ?? null);
  const examples = { date: "YYYY-MM-DD", moment: "YYYY-MM-DD HH:MM", number: "" };
  return (
    <TextInput
      size={props.size ?? "xs"}
      {...(props.hidesLabel === true ? { "aria-label": label } : { label })}
      description={description}
      value={typed ?? value}
      placeholder={placeholder ?? examples[type]}
      inputMode={type === "number" ? "numeric" : "text"}
      error={
        isLeft && typed !== null
          ? (wrong ?? (type === "number" ? commonText.wholeNumber : examples[type]))
          : problem
      }
      rightSection={type === "date" ? <Calendar label={label} value={value} onChange={choose} /> : null}
      onChange={({ currentTarget }) => {
        setIsLeft(false);
        setTyped(currentTarget.value);
        take(currentTarget.value);
      }}
      onBlur={() => {
        setIsLeft(true);
        if (typed !== null && counts(typed)) setTyped(null);
      }}
    />
  );
}

type CalendarProps = Pick<NumberProps, "label" | "value" | "onChange">;

/** The system's own calendar behind a button; its field would write dates in another order than the rest of the page. */
function Calendar({ label, value, onChange }: CalendarProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionIcon
        size="sm"
        tabIndex={-1}
        aria-label={commonText.chooseFromCalendar(label)}
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
