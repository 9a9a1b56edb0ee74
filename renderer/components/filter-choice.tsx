import { Menu } from "@mantine/core";
import { countText } from "#base/text.ts";
import styles from "./filter-chip.module.css";
import { Icon } from "./icon.tsx";

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  /** How many things it stands for. */
  readonly count?: number;
}

interface FilterChoiceProps<T extends string> {
  /** Name of the choice: "Instrument". */
  readonly label: string;
  /** Words for no choice: "All instruments". */
  readonly all: string;
  readonly value: T | null;
  readonly choices: readonly Choice<T>[];
  /** Name of a value that is not among the choices now; the value itself unless told. */
  readonly nameOf?: (value: T) => string;
  readonly onChoose: (value: T | null) => void;
}

/** A choice of one among many behind a chip, with counts. Not shown where there is nothing to choose. */
export function FilterChoice<T extends string>(props: FilterChoiceProps<T>) {
  const { label, all, value, choices, nameOf, onChoose } = props;
  if (value === null && choices.length < 2) return null;
  const current = value === null ? all : (nameOf?.(value) ?? value);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={`${styles.chip} ${styles.choice} inline unbroken`}
          data-on={value !== null}
          aria-label={`${label}: ${current}`}
        >
          <span className="clipped shrinks">{current}</span>
          <Icon name="down" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.choices ?? ""}>
        <Menu.Item onClick={() => onChoose(null)}>{all}</Menu.Item>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.value}
            rightSection={
              choice.count === undefined ? null : (
                <span className="muted numbers">{countText(choice.count)}</span>
              )
            }
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
