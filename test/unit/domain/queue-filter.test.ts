import { describe, expect, it } from "vitest";
import type { Cause } from "#domain/cause.ts";
import { countOf, facetsOf, isOfFilter, type QueueCell, summed, type UploadFilter } from "#domain/queue.ts";
import type { Upload } from "#domain/upload.ts";
import { newUpload } from "#domain/upload.ts";
import { failure, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";

function blocked(cause: Cause | null): Upload {
  const fresh = newUpload({ id: "one", ...found(1, { relPath: "2026/Daten_A.nc" }) }, noonMs);
  return cause === null ? fresh : { ...fresh, state: "blocked", failure: failure(cause) };
}

describe("an upload passes a filter", () => {
  const fitting: readonly UploadFilter[] = [
    {},
    { ids: ["two", "one"] },
    { states: ["queued", "blocked"] },
    { instrument: "Cloud radar" },
    { cause: "refused" },
    { text: "daten_A" },
    { text: "2026/" },
  ];
  it.each(fitting)("%j", (filter) => {
    expect(isOfFilter(blocked("refused"), filter)).toBe(true);
  });

  const others: readonly UploadFilter[] = [
    { ids: [] },
    { ids: ["two"] },
    { states: ["queued"] },
    { instrument: "cloud radar" },
    { cause: "too-large" },
    { text: "b.nc" },
  ];
  it.each(others)("not %j, nor that with fields that fit", (filter) => {
    expect(isOfFilter(blocked("refused"), filter)).toBe(false);
    expect(isOfFilter(blocked("refused"), Object.assign({}, ...fitting, filter))).toBe(false);
  });

  it("not by a cause where it has none", () => {
    expect(isOfFilter(blocked(null), { states: ["queued"] })).toBe(true);
    expect(isOfFilter(blocked(null), { cause: "refused" })).toBe(false);
  });
});

const cell = (state: QueueCell["state"], cause: Cause | null, count: number): QueueCell => ({
  instrument: "Radar",
  state,
  cause,
  count,
  duplicates: 0,
});

describe("cells", () => {
  it("of the same instrument, state and cause are one", () => {
    const other = { ...cell("queued", null, 4), instrument: "Lidar" };
    const cells = [
      cell("blocked", "refused", 1),
      cell("blocked", "too-large", 2),
      cell("queued", null, 3),
      other,
      cell("blocked", "refused", 5),
    ];
    expect(summed(cells)).toEqual([
      cell("blocked", "refused", 6),
      cell("blocked", "too-large", 2),
      cell("queued", null, 3),
      other,
    ]);
    expect(countOf(cells, { states: ["blocked"], cause: "refused" })).toBe(6);
  });
});

describe("the causes of a filter", () => {
  it("come the most frequent first, then by name, and not at all when none has them", () => {
    const cells = [
      cell("blocked", "too-large", 2),
      cell("waiting", "portal-error", 2),
      cell("blocked", "refused", 3),
      cell("blocked", "unfit-name", 0),
      cell("waiting", "link-broken", 2),
      cell("queued", null, 9),
    ];
    expect(facetsOf(cells, {}).causes).toEqual([
      { cause: "refused", count: 3, needsYou: true },
      { cause: "link-broken", count: 2, needsYou: false },
      { cause: "portal-error", count: 2, needsYou: false },
      { cause: "too-large", count: 2, needsYou: true },
    ]);
    expect(facetsOf(cells.toReversed(), {}).causes).toEqual(facetsOf(cells, {}).causes);
  });

  it("leave their own field of the filter aside and no other", () => {
    const cells = [cell("blocked", "refused", 3), cell("waiting", "portal-error", 2)];
    expect(facetsOf(cells, { cause: "refused" }).causes).toHaveLength(2);
    expect(facetsOf(cells, { states: ["waiting"] }).causes).toEqual([
      { cause: "portal-error", count: 2, needsYou: false },
    ]);
    expect(facetsOf(cells, { instrument: "Lidar" }).causes).toEqual([]);
  });
});

it("names every instrument of the cells in order, with what the other fields leave of it", () => {
  const cells = [cell("queued", null, 1), { ...cell("queued", null, 2), instrument: "Lidar" }];
  expect(facetsOf(cells, { instrument: "Radar" }).instruments).toEqual([
    { name: "Lidar", count: 2 },
    { name: "Radar", count: 1 },
  ]);
  expect(facetsOf(cells, { states: ["blocked"] }).instruments).toEqual([
    { name: "Lidar", count: 0 },
    { name: "Radar", count: 0 },
  ]);
});
