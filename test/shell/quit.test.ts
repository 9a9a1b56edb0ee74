import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, test } from "vitest";
import { createQuit, type Quit } from "#main/quit.ts";
import { followSignals } from "#main/signals.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";

let fake: FakeElectron;
let quit: Quit;
let unsent: number | null;
let stops: number;
let stopped: PromiseWithResolvers<void>;
let timeout: PromiseWithResolvers<void>;
let timeoutMs: number;
let installs: number;
let isInstalling: boolean;
let byPerson: boolean[];
let logged: string[];

beforeEach(() => {
  fake = createFakeElectron({ appData: "/data", home: "/home" });
  unsent = 0;
  stops = 0;
  installs = 0;
  byPerson = [];
  isInstalling = false;
  logged = [];
  stopped = Promise.withResolvers();
  timeout = Promise.withResolvers();
  quit = createQuit({
    app: fake.parts.app,
    dialog: fake.parts.dialog,
    unsentCount: () => unsent,
    stop: () => {
      stops += 1;
      return stopped.promise;
    },
    beforeExit: (isByPerson) => {
      byPerson.push(isByPerson);
      installs += 1;
      return isInstalling;
    },
    sleep: (ms) => {
      timeoutMs = ms;
      return timeout.promise;
    },
    log: (message) => logged.push(message),
  });
});

const settled = () => new Promise(setImmediate);

describe("quitting", () => {
  test("with nothing unfinished asks nothing and waits until the host has stopped", async () => {
    const done = quit.ask();
    await settled();
    expect([fake.dialog.boxes.length, stops, fake.app.exitCode]).toEqual([0, 1, null]);
    stopped.resolve();
    await done;
    expect(fake.app.exitCode).toBe(0);
  });

  test("says how many files are unfinished and that they are safe; staying is the usual answer", async () => {
    unsent = 1204;
    await quit.ask();
    expect(fake.dialog.boxes).toMatchObject([
      {
        message: "1,204 files are not on the portal yet.",
        detail: "They are safe here and will be sent after the next start. Until then nothing is sent.",
        buttons: ["Quit", "Keep running"],
        defaultId: 1,
      },
    ]);
    expect([stops, fake.app.exitCode, quit.isUnderWay()]).toEqual([0, null, false]);
  });

  test("goes on when the operator says so", async () => {
    unsent = 1;
    fake.dialog.answers.push("Quit");
    stopped.resolve();
    await quit.ask();
    expect(fake.dialog.boxes[0]?.message).toBe("1 file is not on the portal yet.");
    expect(fake.app.exitCode).toBe(0);
  });

  test("asks once, however often it is asked for", async () => {
    unsent = 2;
    await Promise.all([quit.ask(), quit.ask(), quit.ask()]);
    expect(fake.dialog.boxes).toHaveLength(1);
  });

  test("asks nothing where a daemon carries the files", async () => {
    unsent = null;
    stopped.resolve();
    await quit.ask();
    expect([fake.dialog.boxes.length, fake.app.exitCode]).toEqual([0, 0]);
  });

  test("that came from elsewhere (a signal, the system) asks nothing, and waits until the host has stopped", async () => {
    unsent = 3;
    fake.app.quit();
    await settled();
    expect([fake.dialog.boxes.length, stops, fake.app.exitCode]).toEqual([0, 1, null]);
    stopped.resolve();
    expect(await fake.app.exited).toBe(0);
  });

  test("gives the single-instance lock back before it exits", async () => {
    fake.app.requestSingleInstanceLock();
    stopped.resolve();
    await quit.now();
    expect(fake.app.hasLockAtExit).toBe(false);
  });

  test("because the system ends asks nothing, and twice is once", async () => {
    unsent = 5;
    stopped.resolve();
    await Promise.all([quit.now(), quit.now(), quit.ask()]);
    expect([fake.dialog.boxes.length, stops, fake.app.exitCode]).toEqual([0, 1, 0]);
  });

  test("does not wait forever for a host that hangs", async () => {
    const done = quit.now();
    await settled();
    expect([timeoutMs, fake.app.exitCode]).toEqual([5_000, null]);
    timeout.resolve();
    await done;
    expect(fake.app.exitCode).toBe(0);
    expect([logged.length, installs]).toEqual([1, 0]);
  });

  test("ends also when stopping fails", async () => {
    stopped.reject(new Error("the disk is gone"));
    await quit.now();
    expect(fake.app.exitCode).toBe(0);
  });

  test("leaves the end to the installer where one was started", async () => {
    isInstalling = true;
    stopped.resolve();
    await quit.now();
    expect([installs, fake.app.exitCode]).toEqual([1, null]);
    // The installer asks the program to quit, and nobody blocks it.
    fake.app.quit();
    expect(fake.app.exitCode).toBe(0);
  });

  test("says whether a person wants it, or the system", async () => {
    stopped.resolve();
    await quit.ask();
    await quit.now();
    expect(byPerson).toEqual([true]);
  });

  test("because the system ends is no person's wish, also when one asks meanwhile", async () => {
    stopped.resolve();
    await Promise.all([quit.now(), quit.ask()]);
    expect(byPerson).toEqual([false]);
  });

  test("closing the last window is no reason to end", () => {
    expect(fake.app.listenerCount("window-all-closed")).toBe(1);
  });
});

describe("a signal", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"])(
    "%s quits once, though it comes twice in one breath",
    (signal) => {
      const source = new EventEmitter();
      let nowMs = 0;
      let quits = 0;
      let ends = 0;
      followSignals(source, {
        quit: async () => {
          quits += 1;
        },
        end: () => {
          ends += 1;
        },
        nowMs: () => nowMs,
      });
      source.emit(signal);
      nowMs = 500;
      source.emit(signal);
      expect([quits, ends]).toEqual([1, 0]);
      nowMs = 501;
      source.emit(signal);
      expect([quits, ends]).toEqual([1, signal === "SIGINT" ? 1 : 0]);
    },
  );
});
