import type { ReactNode } from "react";
import { countText } from "#base/text.ts";
import styles from "./filter-chip.module.css";
import { type Shape, StateShape } from "./state-shape.tsx";

interface FilterChipProps {
  readonly label: string;
  /** How many things it stands for; left out where that is not known. */
  readonly count?: number;
  readonly shape?: Shape;
  readonly isOn: boolean;
  readonly onToggle: () => void;
  /** Meaning of the part, for a hover. */
  readonly hint?: string;
}

/** A part of a list that can be switched on and off, with the number of what it holds. */
export function FilterChip({ label, count, shape, isOn, onToggle, hint }: FilterChipProps) {
  return (
    <button
      type="button"
      className={`${styles.chip} inline unbroken`}
      aria-pressed={isOn}
      onClick={onToggle}
      title={hint}
    >
      {shape === undefined ? null : <StateShape shape={shape} size={12} />}
      {label}
      {count === undefined ? null : <span className="muted numbers">{countText(count)}</span>}
    </button>
  );
}

/** Chips that belong together; `label` names them for screen readers. */
export function ChipGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className="wraps shrinks" aria-label={label}>
      {children}
    </fieldset>
  );
}
