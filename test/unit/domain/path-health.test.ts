import { describe, expect, it } from "vitest";
import type { Cause } from "#domain/cause.ts";
import { type PathFacts, type PathNodeName, rootCause } from "#domain/path-health.ts";

const well: PathFacts = {
  isRunning: true,
  instrumentCount: 2,
  silent: [],
  quiet: [],
  folderTroubles: [],
  unreadable: [],
  record: null,
  pc: [],
  pause: null,
  portal: null,
  stopped: [],
  backlog: null,
};

const states = (change: Partial<PathFacts>) =>
  Object.fromEntries(rootCause({ ...well, ...change }).map(({ node, state }) => [node, state]));

const firstTrouble = (change: Partial<PathFacts>) =>
  rootCause({ ...well, ...change }).find(({ state }) => state === "trouble");

const stop = (cause: Cause) => ({ cause, message: `It is ${cause}.` });

describe("the way of a file", () => {
  it("has five places, all well while nothing is wrong", () => {
    const path = rootCause(well);
    expect(path.map(({ node }) => node)).toEqual(["instrument", "folder", "pc", "network", "portal"]);
    for (const { state, message } of path) expect([state, message]).toEqual(["ok", null]);
  });

  it("shows what is wrong with the PC, behind what stops all of it", () => {
    const pc = (change: Partial<PathFacts>) => rootCause({ ...well, ...change })[2];
    const off = stop("clock-off");
    expect(pc({ pc: [off] })).toEqual({ node: "pc", state: "waiting", message: "It is clock-off." });
    expect(pc({ pc: [off, stop("clock-wrong")] })).toMatchObject({
      state: "trouble",
      message: "It is clock-wrong.",
    });
    expect(pc({ pc: [off], pause: stop("paused") })?.message).toBe("It is paused.");
    expect(pc({ pc: [stop("clock-wrong")], record: stop("ledger-trouble") })?.message).toBe(
      "It is ledger-trouble.",
    );
  });

  const stops: readonly (readonly [Cause, PathNodeName, "trouble" | "waiting"])[] = [
    ["unreachable", "network", "trouble"],
    ["link-broken", "network", "trouble"],
    ["tls", "portal", "trouble"],
    ["credentials", "portal", "trouble"],
    ["not-the-portal", "portal", "trouble"],
    ["portal-trouble", "portal", "trouble"],
    ["maintenance", "portal", "waiting"],
    ["throttled", "portal", "waiting"],
    ["settings", "pc", "trouble"],
    ["program-error", "pc", "trouble"],
  ];
  it.each(stops)("%s lies at the %s: %s", (cause, node, state) => {
    const path = rootCause({ ...well, portal: stop(cause) });
    expect(path.filter((one) => one.state === state)).toEqual([{ node, state, message: `It is ${cause}.` }]);
  });

  it("sees no portal behind a broken network", () => {
    const portal = stop("unreachable");
    for (const stopped of [[], [stop("refused")]])
      expect(states({ portal, stopped })).toMatchObject({ network: "trouble", portal: "unknown" });
  });

  it("blames the portal where its own machine refuses the connection", () => {
    const refused = { ...stop("unreachable"), isPortalSide: true } as const;
    expect(states({ portal: refused })).toMatchObject({ network: "ok", portal: "trouble" });
  });

  const stopped: readonly (readonly [Cause, PathNodeName, "trouble" | "waiting"])[] = [
    ["refused", "portal", "trouble"],
    ["no-permission", "portal", "trouble"],
    ["record-clash", "portal", "trouble"],
    ["portal-error", "portal", "waiting"],
    ["link-broken", "network", "waiting"],
    ["file-unreadable", "folder", "waiting"],
    ["file-locked", "folder", "waiting"],
    ["file-vanished", "folder", "waiting"],
    ["file-changing", "folder", "waiting"],
    ["program-error", "pc", "waiting"],
    ["claimed-twice", "pc", "trouble"],
    ["future-date", "instrument", "waiting"],
  ];
  it.each(stopped)("a file that is stopped by %s is seen at the %s: %s", (cause, node, state) => {
    const path = rootCause({ ...well, stopped: [{ cause, message: "3 files are stopped." }] });
    expect(path.filter((one) => one.state !== "ok")).toEqual([
      { node, state, message: "3 files are stopped." },
    ]);
  });

  it("is the worst of the files, and a hold says more than they do", () => {
    const files = [
      { cause: "portal-error" as const, message: "1 file waits." },
      { cause: "refused" as const, message: "2 files were refused." },
    ];
    expect(rootCause({ ...well, stopped: files })[4]).toEqual({
      node: "portal",
      state: "trouble",
      message: "2 files were refused.",
    });
    expect(rootCause({ ...well, stopped: files, portal: stop("tls") })[4]?.message).toBe("It is tls.");
  });

  it("shows a backlog at this PC, which is busy and not in trouble", () => {
    expect(states({ backlog: "1,601 files to send." })).toMatchObject({ pc: "busy", portal: "ok" });
    expect(states({ backlog: "1,601 files to send.", pause: stop("paused") })).toMatchObject({
      pc: "waiting",
    });
  });

  it("names the first place in trouble, in the order of the way", () => {
    const all = {
      silent: ["Radar is silent: …"],
      folderTroubles: ["/data is gone."],
      record: stop("ledger-trouble"),
      portal: stop("unreachable"),
    };
    expect(firstTrouble(all)?.node).toBe("instrument");
    expect(firstTrouble({ ...all, silent: [] })?.node).toBe("folder");
    expect(firstTrouble({ ...all, silent: [], folderTroubles: [] })?.node).toBe("pc");
    expect(firstTrouble({ portal: all.portal })?.node).toBe("network");
  });

  it("needs nobody for an instrument that is quieter than it used to be, and somebody for one that should write", () => {
    const [quiet] = rootCause({ ...well, quiet: ["Radar is quiet: …"] });
    expect(quiet).toEqual({ node: "instrument", state: "waiting", message: "Radar is quiet: …" });
    expect(states({ silent: ["Radar is silent: …"] })).toMatchObject({ instrument: "trouble" });
  });

  it("says how many more there are", () => {
    expect(firstTrouble({ folderTroubles: ["/a is gone.", "/b is gone."] })?.message).toBe(
      "/a is gone. And 1 more.",
    );
    expect(firstTrouble({ folderTroubles: ["/a is gone."], unreadable: ["/b/c is closed."] })?.message).toBe(
      "/a is gone. And 1 more.",
    );
    expect(firstTrouble({ silent: ["One."] })?.message).toBe("One.");
    expect(firstTrouble({ silent: ["One.", "Two."], quiet: ["Three."] })?.message).toBe("One. And 2 more.");
  });

  it("waits at this PC while paused, and is in trouble there while nothing runs", () => {
    expect(states({ pause: stop("paused") })).toMatchObject({ pc: "waiting" });
    expect(firstTrouble({ isRunning: false, pause: stop("paused") })).toEqual({
      node: "pc",
      state: "trouble",
      message: "Skyferry is not running, so nothing is watched and nothing is sent.",
    });
  });

  it("knows nothing of instruments that are not set up or whose folders are all away", () => {
    expect(rootCause({ ...well, instrumentCount: 0 }).slice(0, 2)).toEqual([
      { node: "instrument", state: "unknown", message: "No instrument is set up yet." },
      { node: "folder", state: "unknown", message: null },
    ]);
    expect(states({ instrumentCount: 0, folderTroubles: ["a"] })).toMatchObject({ folder: "unknown" });
    expect(states({ folderTroubles: ["a", "b"] })).toMatchObject({
      instrument: "unknown",
      folder: "trouble",
    });
  });
});
