import { Fieldset, Switch, TextInput } from "@mantine/core";
import { say } from "#base/say.ts";
import styles from "./settings.module.css";
import { objectAt, textAt, type Written } from "./settings-document.ts";

interface QuietHoursFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  /** The object that holds the span under `name`. */
  readonly written: Written | null;
  readonly name: string;
  readonly error: string | null;
  /** `undefined` takes the key out. */
  readonly onChanged: (hours: { from: string; to: string } | undefined) => void;
}

/** A span of the day, or none; may pass midnight. */
export function QuietHoursField({
  label,
  description,
  written,
  name,
  error,
  onChanged,
}: QuietHoursFieldProps) {
  const hours = objectAt(written, name);
  const from = textAt(hours, "from");
  const to = textAt(hours, "to");
  return (
    <Fieldset variant="unstyled">
      <Switch
        label={label}
        description={description}
        checked={hours !== null}
        onChange={(event) =>
          onChanged(event.currentTarget.checked ? { from: "22:00", to: "06:00" } : undefined)
        }
      />
      {hours === null ? null : (
        <div className={`${styles.row} ends ${styles.hours} wraps`}>
          <TextInput
            type="time"
            label={say("From")}
            value={from}
            onChange={(event) => onChanged({ from: event.currentTarget.value, to })}
          />
          <TextInput
            type="time"
            label={say("To")}
            value={to}
            error={error}
            onChange={(event) => onChanged({ from, to: event.currentTarget.value })}
          />
        </div>
      )}
    </Fieldset>
  );
}
