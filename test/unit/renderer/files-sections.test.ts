import { describe, expect, it } from "vitest";
import { type UploadState, uploadStates } from "#domain/upload.ts";
import {
  alikeAtFirst,
  foldedAtFirst,
  isSectionOf,
  layoutOf,
  listPartsOf,
  sectionOf,
  sections,
} from "#renderer/screens/files/sections.ts";
import { readFilesFilter } from "#renderer/uploads/files-filter.ts";

const everything = readFilesFilter(new URLSearchParams());

describe("the sections of the files", () => {
  it("hold every state once", () => {
    expect(sections.flatMap(({ states }) => states).toSorted()).toEqual([...uploadStates].sort());
    for (const state of uploadStates) expect(sectionOf(state)).not.toBe("");
  });

  it("fold what is delivered while something needs a person or waits, and never all that there is", () => {
    const folded = (counts: Partial<Record<UploadState, number>>) =>
      foldedAtFirst({
        ...(Object.fromEntries(uploadStates.map((state) => [state, 0])) as Record<UploadState, number>),
        ...counts,
      });
    expect(folded({ blocked: 1, delivered: 9, cancelled: 1 })).toEqual(["delivered", "over"]);
    expect(folded({ waiting: 1, delivered: 9 })).toEqual(["delivered", "over"]);
    expect(folded({ sending: 1, queued: 3, delivered: 9, cancelled: 1 })).toEqual(["over"]);
    expect(folded({ delivered: 9, cancelled: 1 })).toEqual(["over"]);
    expect(folded({ cancelled: 1 })).toEqual([]);
  });

  it("lie one below the other, each with its header, the empty ones left out", () => {
    const parts = listPartsOf(everything, null, ["delivered"]);
    const layout = layoutOf(
      parts,
      new Map([
        ["needs-you", 2],
        ["next", 1],
        ["delivered", 5],
        ["over", 1],
      ]),
    );
    expect(layout.rowCount).toBe(3 + 2 + 1 + 2);
    const rows = Array.from({ length: layout.rowCount + 1 }, (_, row) => {
      const place = layout.placeOf(row);
      return place === null ? null : `${place.part.id} ${place.place ?? "header"}`;
    });
    expect(rows).toEqual([
      "needs-you header",
      "needs-you 0",
      "needs-you 1",
      "next header",
      "next 0",
      "delivered header",
      "over header",
      "over 0",
      null,
    ]);
    expect(layout.rowAt("next", 0)).toBe(4);
    expect(layout.rowAt("delivered", 0)).toBeNull();
    expect(layout.rowAt("now", 0)).toBeNull();
  });

  it("are one list for a search, a state or a cause, and ask in the order of a column", () => {
    for (const address of ["q=a", "state=blocked", "cause=refused"])
      expect(
        listPartsOf(readFilesFilter(new URLSearchParams(address)), null, []).map(({ id }) => id),
      ).toEqual(["all"]);
    const ofInstrument = readFilesFilter(new URLSearchParams("instrument=Radar"));
    const sorting = { column: "size", isDescending: true } as const;
    for (const { ask, section } of listPartsOf(ofInstrument, sorting, [])) {
      expect(ask).toMatchObject({ order: "size", descending: true });
      expect(ask.filter).toEqual({ instrument: "Radar", states: section?.states });
    }
  });

  it("have one row for files that wait for the same reason, where there are many", () => {
    const causes = (count: number) => [
      { cause: "refused", count, needsYou: true } as const,
      { cause: "unreachable", count: 1, needsYou: true } as const,
    ];
    const idsOf = (count: number) => listPartsOf(everything, null, [], causes(count)).map(({ id }) => id);
    expect(idsOf(3)).not.toContain("needs-you refused");
    expect(idsOf(4).slice(0, 2)).toEqual(["needs-you refused", "needs-you unreachable"]);
    const [first] = listPartsOf(everything, null, alikeAtFirst(causes(36)), causes(36));
    expect(first).toMatchObject({
      isFolded: true,
      ask: { filter: { states: ["blocked"], cause: "refused" } },
    });
    expect(isSectionOf("needs-you refused", "blocked")).toBe(true);
  });
});
