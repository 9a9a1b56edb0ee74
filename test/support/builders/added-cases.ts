import type { addedMethods } from "#contract/added.ts";
import type { CallCase } from "./call-case.ts";

const id = "00000000-0000-7000-8000-000000000000";
const target = { id, name: "a.nc", instrument: "Radar", date: "2024-05-01" };

/** Calls about files that a person adds. */
export const addedCases: { readonly [M in keyof typeof addedMethods]: CallCase<M> } = {
  "added.judge": {
    good: { files: [{ path: "usb/a.nc", size: 9 }] },
    bad: [
      [{}, '"files"'],
      [{ files: [{ path: "", size: 1 }] }, '"files[0].path"'],
      [{ files: [{ path: "a", size: -1 }] }, '"files[0].size"'],
      [{ files: new Array(501).fill({ path: "a", size: 1 }) }, '"files"'],
    ],
  },
  "added.begin": { good: { path: "a.nc", size: 9 }, bad: [[{ path: "a.nc" }, '"size"']] },
  "added.append": {
    good: { id, offset: 0, bytes: Buffer.from("piece") },
    bad: [
      [{ id, offset: -1, bytes: Buffer.of(0) }, '"offset"'],
      [{ id: "../x", offset: 0, bytes: Buffer.of(0) }, '"id"'],
      [{ id, offset: 0, bytes: "AAAA" }, '"bytes"'],
    ],
  },
  "added.check": {
    good: target,
    bad: [
      [{ ...target, date: "2024-13-01" }, '"date"'],
      [{ ...target, name: "" }, '"name"'],
    ],
  },
  "added.send": {
    good: { files: [{ ...target, modifiedAtMs: 1 }] },
    bad: [[{ files: [target] }, '"files[0].modifiedAtMs"']],
  },
  "added.discard": { good: { ids: [id] }, bad: [[{ ids: ["x"] }, '"ids[0]"']] },
  "added.remove": { good: { ids: [id] }, bad: [[{}, '"ids"']] },
};
