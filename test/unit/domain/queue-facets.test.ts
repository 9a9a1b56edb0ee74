import fc from "fast-check";
import { expect, it } from "vitest";
import { needsYou } from "#domain/cause.ts";
import { countOf, facetsOf, type QueueCell, summed, type UploadFilter } from "#domain/queue.ts";
import { uploadStates } from "#domain/upload.ts";

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
      expect(facets.total).toBe(countOf(cells, one));
      for (const state of uploadStates)
        expect(facets.states[state]).toBe(countOf(cells, { ...one, states: [state] }));
      const ofFilter = cells.filter(
        (each) => countOf([{ ...each, count: 1 }], { ...one, states: ["delivered"] }) > 0,
      );
      expect(facets.duplicates).toBe(ofFilter.reduce((sum, each) => sum + each.duplicates, 0));
      for (const { name, count } of facets.instruments)
        expect(count).toBe(countOf(cells, { ...one, instrument: name }));
      expect(facets.instruments.map(({ name }) => name)).toEqual(
        instruments.filter((name) => cells.some(({ instrument }) => instrument === name)),
      );
      for (const cause of causes) {
        const chip = facets.causes.find((each) => each.cause === cause);
        expect(chip?.count ?? 0).toBe(countOf(cells, { ...one, cause }));
        if (chip !== undefined) expect(chip.needsYou).toBe(needsYou(cause));
      }
      expect(facetsOf(summed(cells), one)).toEqual(facets);
    }),
  );
});

it("a filter without fields counts everything, one without states nothing", () => {
  const cells = [{ instrument: "Radar", state: "queued", cause: null, count: 3, duplicates: 0 }] as const;
  expect(countOf(cells, {})).toBe(3);
  expect(countOf(cells, { states: [] })).toBe(0);
});
