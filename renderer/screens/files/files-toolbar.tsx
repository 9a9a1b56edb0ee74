import { Button } from "@mantine/core";
import { say } from "#base/say.ts";
import { causeWords } from "#domain/cause.ts";
import { ChipGroup, FilterChip } from "#renderer/components/filter-chip.tsx";
import { FilterChoice } from "#renderer/components/filter-choice.tsx";
import { SearchField } from "#renderer/components/search-field.tsx";
import { commonText } from "#renderer/text/common.ts";
import { filesText } from "#renderer/text/files.ts";
import { stateWords } from "#renderer/text/states.ts";
import {
  type FilesCounts,
  type FilesFilter,
  isEverything,
  type StateChip,
  stateChips,
} from "#renderer/uploads/files-filter.ts";

interface FilesToolbarProps {
  readonly filter: FilesFilter;
  readonly counts: FilesCounts | undefined;
  readonly onChange: (fields: Partial<FilesFilter>) => void;
  /** Null where the way to clear the filters is elsewhere. */
  readonly onClear: (() => void) | null;
}

/** Search and counted chips: what of the queue is shown. */
export function FilesToolbar({ filter, counts, onChange, onClear }: FilesToolbarProps) {
  const instruments = counts?.instruments ?? [];
  return (
    <div className="wraps" role="search" aria-label={filesText.filterFiles}>
      <SearchField
        label={commonText.searchFileNames}
        text={filter.text}
        onText={(text) => onChange({ text })}
      />
      <FilterChoice
        label={say("Instrument")}
        all={say("All instruments")}
        value={filter.instrument}
        choices={instruments.map(({ name, count }) => ({ value: name, label: name, count }))}
        onChoose={(instrument) => onChange({ instrument })}
      />
      <FilterChoice
        label={say("Cause")}
        all={say("All causes")}
        value={filter.cause}
        choices={(counts?.causes ?? []).map(({ cause, count }) => ({
          value: cause,
          label: say(causeWords(cause).title),
          count,
        }))}
        nameOf={(cause) => say(causeWords(cause).title)}
        onChoose={(cause) => onChange({ cause })}
      />
      <ChipGroup label={say("State")}>
        {stateChips.map((chip) => (
          <Chip key={chip.label} chip={chip} filter={filter} counts={counts} onChange={onChange} />
        ))}
      </ChipGroup>
      {onClear === null || isEverything(filter) ? null : (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {commonText.clearFilters}
        </Button>
      )}
    </div>
  );
}

interface ChipProps extends Pick<FilesToolbarProps, "filter" | "counts" | "onChange"> {
  readonly chip: StateChip;
}

function Chip({ chip: { states, label }, filter, counts, onChange }: ChipProps) {
  const count = states.reduce((sum, state) => sum + (counts?.states[state] ?? 0), 0);
  const isOn = states.every((state) => filter.states.includes(state));
  if (count === 0 && !isOn) return null;
  const { shape, meaning } = stateWords(states[0]);
  const others = filter.states.filter((state) => !states.includes(state));
  const elsewhere = states.includes("delivered") ? (counts?.duplicates ?? 0) : 0;
  return (
    <FilterChip
      label={label}
      count={count}
      shape={shape}
      isOn={isOn}
      hint={elsewhere === 0 ? meaning : filesText.meaningWithOtherNames(meaning, elsewhere)}
      onToggle={() => onChange({ states: isOn ? others : [...others, ...states] })}
    />
  );
}
