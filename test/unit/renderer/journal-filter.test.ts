import { describe, expect, it } from "vitest";
import type { JournalEntry } from "#contract/journal.ts";
import { uploadEvent } from "#contract/values.ts";
import {
  asJournalFields,
  howFar,
  isWholeJournal,
  readJournalFilter,
  writeJournalFilter,
} from "#renderer/screens/log/journal-filter.ts";
import { fits, journalRowsOf, withCome } from "#renderer/screens/log/journal-rows.ts";

const read = (address: string) => readJournalFilter(new URLSearchParams(address));

const line = (seq: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  at: "2026-11-21T10:00:00.000Z",
  uploadId: "01a1fe4f-0000-7000-8000-000000000001",
  instrument: "Radar",
  path: "2026/a_ZEN.LV1",
  event: "confirmed",
  state: "delivered",
  detail: null,
  ...more,
});

describe("the journal's filter in the address", () => {
  it("comes back as it was written", () => {
    const address =
      "q=a%26b&instrument=R+1&kind=found%2Cstopped&steps=1&from=2026-02-28&to=2026-03-01&upload=7";
    const written = writeJournalFilter(read(address), new URLSearchParams("upload=7&q=old"));
    expect(read(written.toString())).toEqual(read(address));
    expect(written.get("upload")).toBe("7");
  });

  it("leaves aside days that are none", () => {
    expect(read("from=2026-02-30&to=tomorrow&kind=nonsense")).toEqual(read(""));
    expect(isWholeJournal(read("from=2026-02-30"))).toBe(true);
  });

  it("takes the last day to its end", () => {
    expect(asJournalFields(read("from=2026-02-28&to=2026-02-28"))).toMatchObject({
      from: "2026-02-28T00:00:00.000Z",
      to: "2026-03-01T00:00:00.000Z",
    });
  });

  it("leaves out the steps unless they are asked for, and names every event then", () => {
    const { events = [] } = asJournalFields(read(""));
    expect(events).not.toContain("claimed");
    expect(events).toContain("failed-final");
    expect(asJournalFields(read("steps=1"))).toEqual({});
    const { events: some = [] } = asJournalFields(read("kind=found&steps=1"));
    expect(some).toEqual(["enqueued", "claimed", "hashed", "announced", "due"]);
    expect(new Set([...events, ...some])).toEqual(new Set(uploadEvent.options));
  });
});

describe("lines of the journal", () => {
  it("come under their day", () => {
    const older = line(1, { at: "2026-11-20T23:59:59.000Z" });
    expect(
      journalRowsOf([line(3), line(2), older]).map((row) => (row.kind === "day" ? row.day : row.entry.seq)),
    ).toEqual(["2026-11-21", 3, 2, "2026-11-20", 1]);
  });

  it("that have just come are held against the filter", () => {
    expect(fits(line(1), { text: "zen", instrument: "Radar", events: ["confirmed"] })).toBe(true);
    expect(fits(line(1), { text: "zenith" })).toBe(false);
    expect(fits(line(1), { instrument: "radar" })).toBe(false);
    expect(fits(line(1), { events: ["enqueued"] })).toBe(false);
    expect(fits(line(1), { from: "2026-11-21T10:00:00.000Z" })).toBe(true);
    expect(fits(line(1), { to: "2026-11-21T10:00:00.000Z" })).toBe(false);
  });

  it("wait newest first, and none twice", () => {
    const none = { entries: [], seq: 4, isCut: false };
    const some = withCome(
      none,
      [line(4), line(5), line(6, { event: "claimed" })],
      { events: ["confirmed"] },
      9,
    );
    expect(some.entries.map(({ seq }) => seq)).toEqual([5]);
    expect(some.seq).toBe(6);
    const more = withCome(some, [line(7), line(8)], {}, 9);
    expect(more.entries.map(({ seq }) => seq)).toEqual([8, 7, 5]);
  });

  it("are let go where too many wait", () => {
    const cut = withCome({ entries: [line(5)], seq: 5, isCut: false }, [line(6), line(7)], {}, 2);
    expect(cut).toEqual({ entries: [], seq: 7, isCut: true });
    expect(withCome(cut, [line(8)], {}, 2)).toEqual({ entries: [], seq: 8, isCut: true });
  });
});

describe("how far the journal was searched", () => {
  it("is the whole of it, and what is shown is called so only where nothing is left out", () => {
    expect(howFar(read("steps=1"))).toBe("this is the whole journal");
    expect(howFar(read(""))).toBe("this is the whole journal; single steps are not shown");
  });

  it.each(["q=zen", "instrument=Radar", "kind=found", "from=2026-02-28", "to=2026-02-28", "q=a&steps=1"])(
    "is said of a search for %s, which shows some lines of it",
    (address) => {
      expect(howFar(read(address))).toBe("the whole journal was searched");
    },
  );
});
