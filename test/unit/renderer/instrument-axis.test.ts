import { describe, expect, it } from "vitest";
import {
  type AxisFile,
  blockLookOf,
  blocksOf,
  clockOn,
  onAxis,
  pausesOf,
} from "#renderer/uploads/axis-model.ts";

const date = "2026-11-20";

/** Gives a file that ends at this minute of the day. */
function file(minute: number, change: Partial<AxisFile> = {}, minutes = 60): AxisFile {
  const time = (at: number) => new Date(Date.UTC(2026, 10, 20, 0, at)).toISOString();
  return {
    uploadId: `u${minute}`,
    relPath: `${minute}.nc`,
    layer: "processed",
    missedAt: null,
    state: "delivered",
    recordUuid: null,
    size: 5,
    writtenAt: time(minute),
    verdict: null,
    span: { from: time(minute - minutes), to: time(minute) },
    ...change,
  };
}

const shown = (files: readonly AxisFile[]) =>
  blocksOf({ files: [...files] }, date).map(({ left, width, look, files: own }) => [
    Math.round(left * 24 * 60),
    Math.round(width * 24 * 60),
    look,
    own.length,
  ]);

describe("the blocks of a day", () => {
  it("lie where their data were written, in the order of time", () => {
    expect(shown([file(180), file(60), file(1440), file(120, { span: null })])).toEqual([
      [0, 60, "processed", 1],
      [120, 60, "processed", 1],
      [1380, 60, "processed", 1],
    ]);
  });

  it("hold the files that ended together, and look as the gravest of them", () => {
    expect(shown([file(60), file(60, { state: "waiting" }), file(60, { state: "queued" })])).toEqual([
      [0, 60, "wait", 3],
    ]);
  });

  it("are runs of those that look alike where there are too many", () => {
    const many = Array.from({ length: 720 }, (_, n) => file(2 * (n + 1), {}, 2));
    many[100] = file(202, { state: "blocked" }, 2);
    many.splice(400, 1);
    expect(shown(many)).toEqual([
      [0, 200, "processed", 100],
      [200, 2, "problem", 1],
      [202, 598, "processed", 299],
      [802, 638, "processed", 319],
    ]);
    expect(shown(many.slice(0, 300))).toHaveLength(300);
  });

  it.each([
    ["blocked", "missing", "problem"],
    ["waiting", "missing", "wait"],
    ["queued", "missing", "here"],
    ["hashing", "missing", "here"],
    ["sending", "missing", "here"],
    ["cancelled", "missing", "over"],
    ["superseded", "accepted", "over"],
    ["delivered", "missing", "delivered"],
    ["delivered", "accepted", "delivered"],
    ["delivered", "processed", "processed"],
    ["delivered", "invalid", "problem"],
    ["delivered", "other-content", "problem"],
  ] as const)("of a file that is %s and %s look like %s", (state, layer, look) => {
    expect(blockLookOf({ state, layer })).toBe(look);
  });
});

describe("the axis of a day", () => {
  it("has every moment at its place, and none beyond its ends", () => {
    expect(
      ["2026-11-20T06:00:00.000Z", "2026-11-19T23:00:00.000Z", "2026-11-22T00:00:00.000Z"].map((at) =>
        onAxis(Date.parse(at), date),
      ),
    ).toEqual([0.25, 0, 1]);
    const pause = { from: "2026-11-20T12:00:00.000Z", to: "2026-11-21T00:00:00.000Z" };
    expect(pausesOf({ pauses: [pause] }, date)).toEqual([{ ...pause, left: 0.5, width: 0.5 }]);
    expect([clockOn(pause.from, date), clockOn(pause.to, date)]).toEqual(["12:00", "24:00"]);
  });
});
