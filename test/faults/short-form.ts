import { expect, test } from "vitest";
import { atMost } from "#test/support/limits.ts";
import { type Row, runRow } from "./row.ts";

/** The short form of a row as a test. `SKYFERRY_FAULT_SEED` tries other numbers than the usual ones. */
export function shortForm(row: Row): void {
  const seed = process.env.SKYFERRY_FAULT_SEED ?? "1";
  test(`${row.id}: ${row.fault}: ${row.promise} (seed ${seed})`, { timeout: atMost(300_000) }, async () => {
    const { failures, tried } = await runRow(row, { seed, isFull: false });
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  });
}
