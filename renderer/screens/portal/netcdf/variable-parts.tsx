import { Fragment } from "react";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import styles from "./netcdf.module.css";

export type Variable = Output<"netcdf.open">["variables"][number];

interface NameTableProps {
  readonly head: readonly [string, string];
  readonly rows: readonly (readonly [string, string])[];
}

/** Names and what is behind them. */
export function NameTable({ head, rows }: NameTableProps) {
  if (rows.length === 0) return <p className="note">{say("None.")}</p>;
  return (
    <table className={`${styles.table} table`}>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A name that is broken behind its underscores before it is broken inside a word. */
export function LongName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and never move
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}

/** Gives the name that people use for a variable; null where the file says nothing. */
export function longNameOf({ attributes }: Variable): string | null {
  return attributes.find(({ name }) => name === "long_name" || name === "standard_name")?.value ?? null;
}
