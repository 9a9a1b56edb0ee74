import { describe, expect, it } from "vitest";
import { type Cause, needsYou } from "#domain/cause.ts";
import {
  cellsCount,
  facetsOf,
  isOfFilter,
  type QueueCell,
  queueCellOf,
  summed,
  type UploadFilter,
} from "#domain/queue.ts";
import { type Upload, uploadStates } from "#domain/upload.ts";
import { newUpload } from "#domain/upload-transition.ts";
import { failure, found, noonMs, receipt } from "#test/support/builders/ledger-fixtures.ts";
import { fc } from "#test/support/fixed-cases.ts";

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
  it("are of one upload, with its cause, or as a duplicate", () => {
    const instrument = "Cloud radar";
    expect(queueCellOf(blocked("refused"))).toEqual({ ...cell("blocked", "refused", 1), instrument });
    const fresh = blocked(null);
    expect(queueCellOf(fresh)).toEqual({ ...cell("queued", null, 1), instrument });
    const twin = { ...fresh, state: "delivered", receipt: { ...receipt(fresh), kind: "twin" } } as const;
    expect(queueCellOf(twin)).toEqual({ ...cell("delivered", null, 1), instrument, duplicates: 1 });
  });

  it("of the same instrument, state and cause are one", () => {
    const other = { ...cell("queued", null, 4), instrument: "Lidar" };
    const cells = [
      cell("blocked", "refused", 1),
      cell("blocked", "too-large", 2),
      cell("queued", null, 3),
      other,
      cell("blocked", "refused", 5),
      { ...cell("delivered", null, 6), duplicates: 2 },
      { ...cell("delivered", null, 7), duplicates: 3 },
    ];
    expect(summed(cells)).toEqual([
      cell("blocked", "refused", 6),
      cell("blocked", "too-large", 2),
      cell("queued", null, 3),
      other,
      { ...cell("delivered", null, 13), duplicates: 5 },
    ]);
    expect(cellsCount(cells, { states: ["blocked"], cause: "refused" })).toBe(6);
  });
});

describe("the causes of a filter", () => {
  it("come what needs a person first, then the most frequent, then by name, and not at all when none has them", () => {
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
      { cause: "too-large", count: 2, needsYou: true },
      { cause: "link-broken", count: 2, needsYou: false },
      { cause: "portal-error", count: 2, needsYou: false },
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

describe("the numbers beside the filters", () => {
  const instruments = ["Ceilometer", "Radar"] as const;
  const causes = ["refused", "portal-error"] as const;

  const cell: fc.Arbitrary<QueueCell> = fc
    .record({
      instrument: fc.constantFrom(...instruments),
      state: fc.constantFrom(...uploadStates),
      cause: fc.constantFrom(...causes),
      count: fc.nat(9),
      duplicates: fc.nat(9),
    })
    .map((one) => (one.state === "delivered" ? one : { ...one, duplicates: 0 }))
    .map((one) => (one.state === "waiting" || one.state === "blocked" ? one : { ...one, cause: null }));

  const filter: fc.Arbitrary<UploadFilter> = fc.record(
    {
      states: fc.subarray([...uploadStates]),
      instrument: fc.constantFrom(...instruments),
      cause: fc.constantFrom(...causes),
    },
    { requiredKeys: [] },
  );

  it("a chip shows what its filter would find, the other filters obeyed and its own left aside", () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), filter, (cells, one) => {
        const facets = facetsOf(cells, one);
        expect(facets.total).toBe(cellsCount(cells, one));
        for (const state of uploadStates)
          expect(facets.states[state]).toBe(cellsCount(cells, { ...one, states: [state] }));
        const ofFilter = cells.filter(
          (each) => cellsCount([{ ...each, count: 1 }], { ...one, states: ["delivered"] }) > 0,
        );
        expect(facets.duplicates).toBe(ofFilter.reduce((sum, each) => sum + each.duplicates, 0));
        for (const { name, count } of facets.instruments)
          expect(count).toBe(cellsCount(cells, { ...one, instrument: name }));
        expect(facets.instruments.map(({ name }) => name)).toEqual(
          instruments.filter((name) => cells.some(({ instrument }) => instrument === name)),
        );
        for (const cause of causes) {
          const chip = facets.causes.find((each) => each.cause === cause);
          expect(chip?.count ?? 0).toBe(cellsCount(cells, { ...one, cause }));
          if (chip !== undefined) expect(chip.needsYou).toBe(needsYou(cause));
        }
        expect(facetsOf(summed(cells), one)).toEqual(facets);
      }),
    );
  });

  it("a filter without fields counts everything, one without states nothing", () => {
    const cells = [{ instrument: "Radar", state: "queued", cause: null, count: 3, duplicates: 0 }] as const;
    expect(cellsCount(cells, {})).toBe(3);
    expect(cellsCount(cells, { states: [] })).toBe(0);
  });
});
