import { describe, expect, it } from "vitest";
import type { AddingRow, Checked } from "#renderer/screens/adding/adding-rows.ts";
import { emptySheet, mostFiles, type SheetState, sheetAfter } from "#renderer/screens/adding/sheet-after.ts";
import { HostError } from "#renderer/store/host.tsx";
import { addingText } from "#renderer/text/adding.tsx";

const file = (path: string) => ({ path, file: new File(["content"], path, { lastModified: 1 }) });
const drop = (paths: readonly string[], more: { isCut?: boolean; unreadable?: readonly string[] } = {}) => ({
  files: paths.map(file),
  isCut: false,
  unreadable: [],
  isEmpty: false,
  ...more,
});
const guess = (instrument: string, date: string | null) => ({ instrument, date });
const judged = (...guesses: readonly ReturnType<typeof guess>[]) => ({
  unfit: null,
  guesses: [...guesses],
  looksLike: [],
});
const checkedAs = (onPortal: Checked["onPortal"]): Checked => ({
  announced: {
    site: "",
    instrument: "",
    pid: "",
    tags: [],
    filename: "",
    measurementDate: "",
    checksum: "",
  },
  contentReason: null,
  onPortal,
  notes: [],
});
const read = (sheet: SheetState, ...args: Parameters<typeof drop>) =>
  sheetAfter.read(sheetAfter.dropped(sheet), drop(...args));
const rowAt = ({ rows }: SheetState, at: number): AddingRow => {
  const row = rows[at];
  if (row === undefined) throw new Error(`no row ${at}`);
  return row;
};

/** Gives a sheet with two files of a radar that are on this PC, as they were chosen. */
function copiedSheet(): SheetState {
  const sheet = sheetAfter.judged(
    read(emptySheet, ["a.nc", "b.nc"]),
    new Map([1, 2].map((key) => [key, judged(guess("Radar", "2026-11-24"))])),
  );
  return [1, 2].reduce((now, key) => sheetAfter.copied(now, key, { kind: "here", id: `id${key}` }), sheet);
}

describe("what is dropped on the sheet", () => {
  it("is a row each, under a key that no other row had before it", () => {
    const sheet = read(emptySheet, ["a.nc", "b.nc"]);
    expect([sheet.rows.map(({ key }) => key), sheet.reading, sheet.remarks]).toEqual([[1, 2], 0, []]);
    const later = read(sheetAfter.removed(sheet, 2), ["a.nc", "c.nc"]);
    expect(later.rows.map(({ key, path }) => [key, path])).toEqual([
      [1, "a.nc"],
      [3, "c.nc"],
    ]);
    const keys = read(sheetAfter.removed(later, 1), ["d.nc"]).rows.map(({ key }) => key);
    expect([keys.length, keys.includes(1)]).toEqual([2, false]);
    expect(new Set(keys).size).toBe(2);
  });

  it("is being read until its last drop was", () => {
    const twice = sheetAfter.dropped(sheetAfter.dropped(emptySheet));
    expect([twice.reading, sheetAfter.read(twice, drop(["a.nc"])).reading]).toEqual([2, 1]);
  });

  it("is cut where there is too much of it, in several drops too, which is said once", () => {
    const many = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => `${first + index}.nc`);
    const full = read(emptySheet, many(0, mostFiles));
    expect([full.rows.length, full.remarks]).toEqual([mostFiles, []]);
    const over = read(full, ["more.nc"], { unreadable: ["locked"] });
    const tooMany = addingText.tooMany(mostFiles);
    expect([over.rows.length, over.remarks]).toEqual([
      mostFiles,
      [tooMany, addingText.folderUnreadable("locked")],
    ]);
    expect(read(over, ["again.nc"]).remarks).toEqual([addingText.folderUnreadable("locked"), tooMany]);
    expect(read(emptySheet, ["a.nc"], { isCut: true }).remarks).toEqual([tooMany]);
  });

  it("may be a folder without a file, which is said", () => {
    const empty = { ...drop([]), isEmpty: true };
    expect(sheetAfter.read(sheetAfter.dropped(emptySheet), empty).remarks).toEqual([addingText.emptyFolder]);
  });
});

describe("a file on the sheet", () => {
  it("is judged once; one without an answer waits on", () => {
    const sheet = read(emptySheet, ["a.nc", "b.nc"]);
    const once = sheetAfter.judged(
      sheet,
      new Map([
        [1, judged(guess("Radar", "2026-11-24"))],
        [2, undefined],
      ]),
    );
    expect(once.rows.map(({ instrument }) => instrument)).toEqual(["Radar", ""]);
    expect(once.rows[1]).toBe(sheet.rows[1]);
    const twice = sheetAfter.judged(once, new Map([[1, judged(guess("Lidar", null))]]));
    expect(twice.rows[0]).toBe(once.rows[0]);
    expect(sheetAfter.notJudged(sheet, [2], "no").rows.map(({ refusal }) => refusal)).toEqual([null, "no"]);
  });

  it("is checked as it was chosen: an answer to another choice is none", () => {
    const sheet = copiedSheet();
    const asked = rowAt(sheet, 0);
    const answer = checkedAs("no");
    expect(rowAt(sheetAfter.checked(sheet, asked, answer), 0).checked).toBe(answer);
    const chosen = sheetAfter.chosen(sheet, 1, { date: "2026-11-20" });
    expect(rowAt(sheetAfter.checked(chosen, asked, answer), 0).checked).toBeNull();
    const refusal = new HostError("bad-input", "not so");
    expect(rowAt(sheetAfter.notChecked(chosen, asked, refusal), 0).refusal).toBeNull();
    expect(rowAt(sheetAfter.notChecked(sheet, asked, refusal), 0).refusal).toBe("not so");
  });

  it("that the host forgot is copied once more when a person says so", () => {
    const sheet = copiedSheet();
    const gone = sheetAfter.notChecked(sheet, rowAt(sheet, 1), new HostError("internal", "gone"));
    expect(rowAt(gone, 1)).toMatchObject({ copy: { kind: "failed", message: "gone" }, refusal: null });
    expect(rowAt(gone, 0)).toBe(sheet.rows[0]);
    expect(rowAt(sheetAfter.triedAgain(gone, 2), 1).copy).toEqual({ kind: "none" });
  });

  it("loses its check with a new copy", () => {
    const sheet = copiedSheet();
    const checked = sheetAfter.checked(sheet, rowAt(sheet, 0), checkedAs("no"));
    const again = sheetAfter.copied(checked, 1, { kind: "copying", received: 3 });
    expect(rowAt(again, 0)).toMatchObject({ copy: { kind: "copying", received: 3 }, checked: null });
  });

  it("takes from a choice for all only what it lacks", () => {
    const sheet = sheetAfter.judged(
      read(emptySheet, ["whole.nc", "undated.nc", "unknown.nc"]),
      new Map([
        [1, judged(guess("Radar", "2026-11-24"))],
        [2, judged(guess("Radar", null))],
        [3, judged()],
      ]),
    );
    const all = sheetAfter.chosenForAll(sheet, { instrument: "Lidar", date: "2026-11-01" });
    expect(all.rows.map(({ instrument, date }) => [instrument, date])).toEqual([
      ["Radar", "2026-11-24"],
      ["Radar", "2026-11-01"],
      ["Lidar", "2026-11-01"],
    ]);
    expect(all.rows[0]).toBe(sheet.rows[0]);
  });
});

describe("files that are sent", () => {
  it("leave the sheet, but for those that were not taken", () => {
    const sending = sheetAfter.sending(copiedSheet());
    expect(sending.isSending).toBe(true);
    const sent = sheetAfter.sent(sending, [
      { id: "id1", uploadId: "u1", message: null },
      { id: "id2", uploadId: null, message: "disk full" },
    ]);
    expect(sent.isSending).toBe(false);
    expect(sent.rows.map(({ key, copy }) => [key, copy])).toEqual([
      [2, { kind: "failed", message: "disk full" }],
    ]);
    expect(sheetAfter.sent(sending, []).rows).toEqual(sending.rows);
  });

  it("stay where the host did not answer, with its sentence in place of the remarks", () => {
    const sending = sheetAfter.sending({ ...copiedSheet(), remarks: ["before"] });
    const notSent = sheetAfter.notSent(sending, "no host");
    expect([notSent.isSending, notSent.remarks, notSent.rows]).toEqual([false, ["no host"], sending.rows]);
  });
});
