import { beforeEach, expect, test } from "vitest";
import { followSessionEnd } from "#main/session-end.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";

let fake: FakeElectron;
let heard: string[];
let end: () => void;

function follow(platform: NodeJS.Platform): void {
  fake = createFakeElectron({ appData: "/data", home: "/home", platform });
  heard = [];
  end = followSessionEnd({
    electron: fake.parts,
    platform,
    onAsked: () => heard.push("asked"),
    onEnd: () => heard.push("end"),
  });
}

const say = (event: string, ...reasons: string[]) => fake.baseWindows[0]?.emit(event, { reasons });

beforeEach(() => follow("win32"));

test("a window that is never shown hears it, for a hidden start has no other", () => {
  expect(fake.baseWindows[0]?.options).toMatchObject({ show: false, skipTaskbar: true });
  say("query-session-end", "shutdown");
  say("session-end", "shutdown");
  expect(heard).toEqual(["asked", "end"]);
});

test("a session that goes on after all finds the program running", () => {
  say("query-session-end", "logoff");
  expect(heard).toEqual(["asked"]);
});

test("an end that nobody can stop begins when it is asked for", () => {
  say("query-session-end", "critical");
  expect(heard).toEqual(["asked", "end"]);
});

test("nothing is left of it, and other systems have none", () => {
  end();
  end();
  expect(fake.baseWindows[0]?.isDestroyed()).toBe(true);
  follow("linux");
  expect(fake.baseWindows).toEqual([]);
});
