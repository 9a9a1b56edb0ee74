import { describe, expect, it } from "vitest";
import {
  inColumnOrder,
  isQueueColumn,
  queueColumns,
  type Sortable,
  sortedPlaces,
  sortValue,
} from "#domain/queue-order.ts";
import type { Upload } from "#domain/upload.ts";

const upload: Sortable = {
  instrument: "Radar",
  relPath: "2024/06/a.dat",
  size: 7,
  measurementDate: "2024-06-01",
  state: "sending",
  notBeforeMs: 5,
  cause: "unfit-name",
};

describe("columns", () => {
  it("are the ones that the list shows, by the values that it shows", () => {
    expect(queueColumns.map((column) => sortValue(column, upload))).toEqual([
      "a.dat",
      "Radar",
      "2024-06-01",
      7,
      expect.any(Number),
      5,
      "unfit-name",
    ]);
    expect(sortValue("name", { ...upload, relPath: "b.dat" })).toBe("b.dat");
  });

  it("sort states as they follow each other", () => {
    const at = (state: Sortable["state"]) => Number(sortValue("state", { ...upload, state }));
    expect(at("queued")).toBeLessThan(at("sending"));
    expect(at("sending")).toBeLessThan(at("delivered"));
  });

  it("are known by their names alone", () => {
    expect([isQueueColumn("size"), isQueueColumn("found"), isQueueColumn("")]).toEqual([true, false, false]);
  });
});

it("uploads are sorted by what their columns show", () => {
  const failure = { cause: "unfit-name", message: "", portalMessage: null } as const;
  const uploads = [
    { ...upload, id: "none", failure: null },
    { ...upload, id: "one", failure },
  ] as unknown as Upload[];
  const ids = (isDescending: boolean) => inColumnOrder(uploads, "cause", isDescending).map(({ id }) => id);
  expect([ids(false), ids(true)]).toEqual([
    ["one", "none"],
    ["one", "none"],
  ]);
});

describe("places", () => {
  it("go by value, null last in both directions, what is alike in its order", () => {
    const values = [null, 2, 1, null, 2, 3];
    expect(sortedPlaces(values, false)).toEqual([2, 1, 4, 5, 0, 3]);
    expect(sortedPlaces(values, true)).toEqual([5, 1, 4, 2, 0, 3]);
  });

  it("of words go by word", () => {
    expect(sortedPlaces(["b", "a", null], false)).toEqual([1, 0, 2]);
    expect(sortedPlaces(["b", "a", null], true)).toEqual([0, 1, 2]);
  });
});
