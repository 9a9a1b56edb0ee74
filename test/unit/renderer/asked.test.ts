import { describe, expect, it } from "vitest";
import { readAsked } from "#renderer/model/asked.ts";

const names = ["Cloud radar", "Ceilometer", "Doppler lidar co", "Doppler lidar cross"];
/** A Saturday. */
const today = "2026-11-28";
const read = (typed: string) => readAsked(typed, names, today);
const dayOf = (typed: string) => read(typed).map((one) => (one.kind === "day" ? one.date : one.kind))[0];

describe("what is asked in words", () => {
  it.each([
    ["today", "2026-11-28"],
    ["yesterday", "2026-11-27"],
    ["3 Oct", "2026-10-03"],
    ["3rd october", "2026-10-03"],
    ["Oct 3", "2026-10-03"],
    ["3. Oct 2025", "2025-10-03"],
    ["2026-10-03", "2026-10-03"],
    ["monday", "2026-11-23"],
    ["tue", "2026-11-24"],
    ["saturday", "2026-11-28"],
    ["last saturday", "2026-11-21"],
    ["24 dec", "2025-12-24"],
    ["31 sep", "file"],
    ["2026-02-30", "file"],
  ])("%s is the day %s", (typed, date) => {
    expect(dayOf(typed)).toBe(date);
  });

  it.each([
    ["radar yesterday", [{ kind: "day", date: "2026-11-27", instruments: ["Cloud radar"] }]],
    ["lidar CO 3 oct", [{ kind: "day", date: "2026-10-03", instruments: ["Doppler lidar co"] }]],
    ["yesterday doppler", [{ kind: "day", date: "2026-11-27", instruments: names.slice(2) }]],
    ["send 3 Oct again", [{ kind: "send", date: "2026-10-03", instruments: [] }]],
    ["resend ceilo monday", [{ kind: "send", date: "2026-11-23", instruments: ["Ceilometer"] }]],
    ["send again", []],
    ["report november", [{ kind: "report", month: "2026-11" }]],
    ["report dec", [{ kind: "report", month: "2025-12" }]],
    ["report Nov 2025", [{ kind: "report", month: "2025-11" }]],
    ["report last month", [{ kind: "report", month: "2026-10" }]],
    ["report 2026-12", []],
    ["report", []],
    ["october", [{ kind: "month", month: "2026-10" }]],
    ["why Live_1.nc?", [{ kind: "file", text: "Live_1.nc", isWhy: true }]],
    ["why", []],
    ["live_20261", [{ kind: "file", text: "live_20261", isWhy: false }]],
    ["disdrometer today", [{ kind: "file", text: "disdrometer today", isWhy: false }]],
    ["ab", []],
    ["", []],
  ])("%s", (typed, asked) => {
    expect(read(typed)).toEqual(asked);
  });
});
