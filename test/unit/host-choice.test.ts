import { expect, test } from "vitest";
import { chooseHosts, lackOfElectron } from "#test/support/hosts/host-choice.ts";

const kinds = [
  { key: "daemon", isOnRequest: false },
  { key: "stand-in", isOnRequest: false },
  { key: "electron", isOnRequest: true },
];

test.each([
  [undefined, ["daemon", "stand-in"]],
  ["", ["daemon", "stand-in"]],
  ["electron", ["electron"]],
  ["electron, daemon", ["electron", "daemon"]],
])("SKYFERRY_HOSTS=%s chooses %j", (wanted, keys) => {
  expect(chooseHosts(kinds, wanted).map(({ key }) => key)).toEqual(keys);
});

test("a word that names no host ends the run, so that a slip of the pen does not pass as no tests", () => {
  expect(() => chooseHosts(kinds, "electrum")).toThrow(/"electrum".*daemon, stand-in, electron/);
});

test.each([
  [{ runtime: null, display: true }, "no Electron runtime"],
  [{ runtime: null, display: false }, "no display"],
  [{ runtime: "/electron", display: false }, "no display"],
  [{ runtime: "/electron", display: true }, null],
])("real Electron with %j lacks %j", (has, lack) => {
  expect(lackOfElectron(has)).toBe(lack);
});
