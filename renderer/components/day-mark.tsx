import type { CSSProperties } from "react";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { type DayLook, lookOf, shareOf } from "#renderer/model/year-model.ts";
import styles from "./day-mark.module.css";

/** A day of a calendar, in the shape of its state; one that is under way is filled as far as the portal has it. */
export function DayMark({ day }: { readonly day: ShownDay }) {
  return <LookMark look={lookOf(day)} share={shareOf(day)} />;
}

/** The same for a legend. */
export function LookMark({ look, share }: { readonly look: DayLook; readonly share: number }) {
  return (
    <span
      className={`${styles.mark} holds`}
      data-look={look}
      style={look === "pending" ? ({ "--share": `${share * 100}%` } as CSSProperties) : undefined}
    />
  );
}
