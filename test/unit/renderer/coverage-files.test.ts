import { describe, expect, it } from "vitest";
import {
  canSendMissing,
  type DayFileRow,
  hereOf,
  portalOf,
  sortedFiles,
  toSendOf,
  uploadToSendAgain,
} from "#renderer/screens/coverage/day-files.ts";
import { coverageText } from "#renderer/text/coverage.ts";

function file(change: Partial<DayFileRow> = {}): DayFileRow {
  return {
    uploadId: "u",
    relPath: "a.nc",
    layer: "processed",
    missedAt: null,
    size: 5,
    writtenAt: "2026-11-20T06:00:00.000Z",
    span: null,
    state: "delivered",
    recordUuid: "r",
    verdict: "processed",
    ...change,
  };
}

const lost = file({ layer: "missing", recordUuid: null, verdict: null });
const theirs = file({ layer: "only-on-portal", uploadId: null, state: null, size: null, writtenAt: null });
const none: ReadonlyMap<string, string | null> = new Map();

/** `Here | Portal`, each with an exclamation mark where somebody has to look at it. */
function rowOf(one: DayFileRow, { gone = none, isListed = true } = {}): string {
  return [hereOf(one, gone), portalOf(one, isListed)]
    .map(({ words, isAmiss }) => (isAmiss ? `${words}!` : words))
    .join(" | ");
}

describe("a row of the files of a day", () => {
  it.each([
    ["Delivered | Processed", file()],
    ["Delivered | Accepted", file({ layer: "accepted", verdict: "accepted" })],
    ["Delivered | Not usable!", file({ layer: "invalid", verdict: "invalid" })],
    ["Delivered | Other content!", file({ layer: "other-content" })],
    ["Delivered | Not there!", lost],
    ["Delivered | Accepted", { ...lost, layer: "accepted" as const }],
    [
      "Delivered | Accepted, not in the list of Monday 18 November 2024, 14:02 UTC, asked again",
      { ...lost, layer: "unlisted" as const, missedAt: "2024-11-18T14:02:00.000Z" },
    ],
    ["Queued | Not there yet", { ...lost, state: "queued" as const }],
    ["Retrying | Not there yet", { ...lost, state: "waiting" as const }],
    ["Needs you! | Not there!", { ...lost, state: "blocked" as const }],
    ["Cancelled | Not there", { ...lost, state: "cancelled" as const }],
    ["Not here | Processed", theirs],
    ["Not here | Accepted", { ...theirs, verdict: "accepted" as const }],
  ])("says %s", (words, one) => {
    expect(rowOf(one)).toBe(words);
  });

  it("says that a delivered file is no longer here", () => {
    const gone = new Map([["u", null]]);
    expect(rowOf(file(), { gone })).toBe("No longer here | Processed");
  });

  it("says that it was named as one that may be removed", () => {
    const gone = new Map([["u", "2026-11-28T12:00:00.000Z"]]);
    expect(rowOf(file(), { gone })).toBe("No longer here, named as removable on 28 Nov 2026 | Processed");
  });

  it("says nothing of the portal where its list was not read, or its file of this name cannot be compared yet", () => {
    expect(rowOf({ ...lost, state: "queued" }, { isListed: false })).toBe("Queued | Not compared yet");
    expect(rowOf({ ...lost, state: "queued", verdict: "processed" })).toBe("Queued | Not compared yet");
  });
});

describe("the rows of the files of a day", () => {
  it("have differences on top, the gravest first, and then go by name, not by folder", () => {
    const named = (relPath: string, one: DayFileRow) => ({ ...one, relPath });
    const rows = [
      named("x/b.nc", file()),
      named("y/a.nc", file({ layer: "accepted" })),
      named("x/c.nc", { ...lost, state: "cancelled" }),
      named("x/d.nc", theirs),
      named("x/e.nc", { ...lost, state: "queued" }),
      named("x/f.nc", file({ layer: "invalid" })),
      named("x/g.nc", file({ layer: "other-content" })),
      named("z/i.nc", lost),
      named("zz/h.nc", { ...lost, state: "blocked" }),
      named("x/j.nc", file({ layer: "unlisted" })),
    ];
    expect(
      sortedFiles(rows)
        .map(({ relPath }) => relPath.at(-4))
        .join(""),
    ).toBe("higjfedcab");
  });
});

describe("of the files of a day", () => {
  const states = ["queued", "hashing", "sending", "waiting", "blocked", "delivered", "cancelled"] as const;

  it("only those that are delivered and still here are sent again", () => {
    expect(states.filter((state) => uploadToSendAgain(file({ state }), none) !== null)).toEqual([
      "delivered",
    ]);
    expect(uploadToSendAgain(file({ layer: "other-content" }), none)).toBe("u");
    expect(uploadToSendAgain(file(), new Set(["u"]))).toBeNull();
    expect(uploadToSendAgain(theirs, none)).toBeNull();
  });

  it("those count as missing that can be sent: not what is in the queue or given up", () => {
    const able = (layer: DayFileRow["layer"]) =>
      states.filter((state) => canSendMissing(file({ layer, state }))).join();
    expect(able("missing")).toBe("waiting,blocked,delivered");
    expect(able("other-content")).toBe("waiting,blocked");
    expect(able("invalid")).toBe("");
  });
});

describe("what the panel of a day offers to send", () => {
  const late = { gaps: ["accepted"], invalid: 0, accepted: 1, measured: 2, processed: 1 } as const;
  const words = coverageText.cannotSend;
  const gone = new Set(["gone"]);
  const away = file({ ...lost, uploadId: "gone" });
  it.each([
    ["the missing files", late, [lost, lost, file()], { files: 2, whyNot: null }],
    [
      "those that are still here, and says why not the others",
      late,
      [lost, away],
      { files: 1, whyNot: words.gone(1) },
    ],
    ["none that are no longer here", late, [away, away], { files: 0, whyNot: words.gone(2) }],
    ["none over other content", late, [file({ layer: "other-content" })], { files: 0, whyNot: words.theirs }],
    ["none where none was found", { ...late, gaps: ["measured"] }, [], { files: 0, whyNot: words.nothing }],
    [
      "none that the portal could not use",
      { ...late, gaps: ["processed"], invalid: 1 },
      [file()],
      { files: 0, whyNot: words.notUsable },
    ],
    [
      "none that the portal has",
      { ...late, gaps: ["published"], accepted: 2 },
      [file()],
      { files: 0, whyNot: words.there },
    ],
    ["nothing on a day that is not late", { ...late, gaps: [] }, [file()], { files: 0, whyNot: null }],
  ] as const)("%s", (_, day, files, toSend) => {
    expect(toSendOf(day, files, gone)).toEqual(toSend);
  });
});
