import { MultiSelect, TagsInput } from "@mantine/core";
import { settingsLabels } from "#domain/settings-labels.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { textAt, textsAt, type Written } from "./settings-document.ts";

interface TagsFieldProps {
  readonly instrument: Written;
  readonly error: string | null;
  readonly onChanged: (tags: readonly string[] | undefined) => void;
}

/** Tags tell files of one name apart; the portal says which ones an instrument may have. */
export function TagsField({ instrument, error, onChanged }: TagsFieldProps) {
  const { data } = useHostQuery("portal.instrumentTypes", {}, { staleMs: 600_000 });
  const allowed = data?.find(({ id }) => id === textAt(instrument, "instrument"))?.allowedTags;
  const value = [...textsAt(instrument, "tags")];
  const change = (tags: string[]) => onChanged(tags.length === 0 ? undefined : tags);
  if (allowed === undefined)
    return (
      <TagsInput
        label={settingsLabels.tags}
        description={settingsText.tagsUnavailable}
        value={value}
        error={error}
        onChange={change}
      />
    );
  if (allowed.length === 0 && value.length === 0)
    return <p className="muted">{settingsText.noTagsAllowed}</p>;
  return (
    <MultiSelect
      label={settingsLabels.tags}
      description={settingsText.tagsHelp}
      data={[...new Set([...allowed, ...value])]}
      value={value}
      error={error}
      onChange={change}
    />
  );
}
