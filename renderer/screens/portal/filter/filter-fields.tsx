import { MultiSelect, TagsInput } from "@mantine/core";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./filter.module.css";
import { changed, type ListField } from "./portal-filter.ts";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface FieldProps {
  readonly view: PortalView;
  readonly field: ListField;
  readonly label: string;
  /** Shown in the field while nothing is chosen. */
  readonly placeholder: string;
}

interface SeveralProps extends FieldProps {
  /** Undefined while they are on their way. */
  readonly choices: readonly Choice[] | undefined;
}

/** Gives the part of the filter that a field shows, and the way to change it. */
function bound({ view: { filter, setFilter }, field, label, placeholder }: FieldProps) {
  const value = [...(filter[field] ?? [])];
  return {
    label,
    value,
    placeholder: value.length === 0 ? placeholder : "",
    onChange: (chosen: string[]) => setFilter(changed(filter, { [field]: chosen })),
  };
}

/** Several values of a list that the portal knows; what is chosen stays even where the list does not have it. */
export function SeveralField({ choices = [], ...props }: SeveralProps) {
  const field = bound(props);
  const known = new Map(choices.map((choice) => [choice.value, choice]));
  for (const one of field.value) if (!known.has(one)) known.set(one, { value: one, label: one });
  return (
    <MultiSelect
      size="xs"
      {...field}
      data={[...known.values()]}
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

/** Several texts that are typed; Enter or a comma ends one. */
export function TextsField(props: FieldProps) {
  return (
    <TagsInput
      size="xs"
      {...bound(props)}
      acceptValueOnBlur
      classNames={{ inputField: styles.typed ?? "" }}
    />
  );
}
