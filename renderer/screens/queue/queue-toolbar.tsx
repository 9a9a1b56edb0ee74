import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { ChipGroup, FilterChip } from "../../components/filter-chip.tsx";
import { countText } from "../../components/format.ts";
import { Icon } from "../../components/icon.tsx";
import { causeWords, stateWords } from "../../components/words.ts";
import { useSettled } from "../../store/use-settled.ts";
import styles from "./queue.module.css";
import {
  isEverything,
  type QueueCounts,
  type QueueFilter,
  type StateChip,
  stateChips,
} from "./queue-filter.ts";

interface QueueToolbarProps {
  readonly filter: QueueFilter;
  readonly counts: QueueCounts | undefined;
  readonly onChange: (fields: Partial<QueueFilter>) => void;
  readonly onClear: () => void;
}

/** Search and counted chips: what of the queue is shown. */
export function QueueToolbar({ filter, counts, onChange, onClear }: QueueToolbarProps) {
  const instruments = counts?.instruments ?? [];
  return (
    <div className={styles.toolbar} role="search" aria-label="Filter the queue">
      <SearchField text={filter.text} onText={(text) => onChange({ text })} />
      <Choice
        label="Instrument"
        all="All instruments"
        value={filter.instrument}
        choices={instruments.map(({ name, count }) => ({ value: name, label: name, count }))}
        onChoose={(instrument) => onChange({ instrument })}
      />
      <Choice
        label="Cause"
        all="All causes"
        value={filter.cause}
        choices={(counts?.causes ?? []).map(({ cause, count }) => ({
          value: cause,
          label: causeWords(cause).title,
          count,
        }))}
        nameOf={(cause) => causeWords(cause).title}
        onChoose={(cause) => onChange({ cause })}
      />
      <ChipGroup label="State">
        {stateChips.map((chip) => (
          <Chip key={chip.label} chip={chip} filter={filter} counts={counts} onChange={onChange} />
        ))}
      </ChipGroup>
      {isEverything(filter) ? null : (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Clear the filters
        </Button>
      )}
    </div>
  );
}

interface ChipProps extends Pick<QueueToolbarProps, "filter" | "counts" | "onChange"> {
  readonly chip: StateChip;
}

function Chip({ chip: { states, label }, filter, counts, onChange }: ChipProps) {
  const count = states.reduce((sum, state) => sum + (counts?.states[state] ?? 0), 0);
  const isOn = states.every((state) => filter.states.includes(state));
  if (count === 0 && !isOn) return null;
  const { shape, meaning } = stateWords(states[0]);
  const others = filter.states.filter((state) => !states.includes(state));
  return (
    <FilterChip
      label={label}
      count={count}
      shape={shape}
      isOn={isOn}
      hint={meaning}
      onToggle={() => onChange({ states: isOn ? others : [...others, ...states] })}
    />
  );
}

function SearchField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [told, setTold] = useState(text);
  const settled = useSettled(typed, 200);
  // The address was changed from outside: by a link, the back button or "Clear the filters".
  if (text !== told) {
    setTold(text);
    setTyped(text);
  }
  useEffect(() => {
    if (settled === told || settled !== typed) return;
    setTold(settled);
    onText(settled);
  }, [settled, told, typed, onText]);
  return (
    <TextInput
      className={styles.search ?? ""}
      type="search"
      aria-label="Search file names"
      placeholder="Search file names"
      value={typed}
      maxLength={1_000}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        typed === "" ? null : (
          <ActionIcon size="sm" aria-label="Clear the search" onClick={() => setTyped("")}>
            <Icon name="cross" size={14} />
          </ActionIcon>
        )
      }
    />
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly all: string;
  readonly value: T | null;
  readonly choices: readonly { readonly value: T; readonly label: string; readonly count: number }[];
  readonly nameOf?: (value: T) => string;
  readonly onChoose: (value: T | null) => void;
}

/** One of many, with counts, behind a chip. Not shown where there is nothing to choose. */
function Choice<T extends string>({ label, all, value, choices, nameOf, onChoose }: ChoiceProps<T>) {
  if (value === null && choices.length < 2) return null;
  const current = value === null ? all : (nameOf?.(value) ?? value);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={styles.choice}
          data-on={value !== null}
          aria-label={`${label}: ${current}`}
        >
          <span className={styles.choiceText}>{current}</span>
          <Icon name="down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices ?? ""}>
        <Menu.Item onClick={() => onChoose(null)}>{all}</Menu.Item>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.value}
            rightSection={<span className={styles.choiceCount}>{countText(choice.count)}</span>}
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
