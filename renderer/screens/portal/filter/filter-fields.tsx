import { MultiSelect, TagsInput } from "@mantine/core";
import { portalText } from "#renderer/text/portal.ts";
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
  /** Shown in the field while nothing is chosen. */
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
      nothingFoundMessage={portalText.notInThePortalList}
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
