import type { DemoControl } from "#api/handlers/demo-handlers.ts";
import type { Shell } from "#api/handlers/shell-handlers.ts";

/** A shell that can do everything and is always told yes: what a window offers, without one. */
export function createFakeShell(): Shell {
  return {
    facts: async () => ({
      kind: "desktop",
      platform: "linux",
      version: "0.1.0",
      dataFolder: "/data",
      homeFolder: "/home/station",
      account: "station",
      canReveal: true,
      canChooseFolder: true,
      canUpdate: true,
      startAtLogin: false,
      hasTray: true,
      isAttached: false,
    }),
    chooseFolder: async (_, at) => at ?? "/data/radar",
    reveal: async () => "shown",
    setStartAtLogin: async (isOn) => isOn,
    checkForUpdate: async () => ({ kind: "newest", version: "0.1.0" }),
    testNotification: async () => ({ isShown: true, sentence: "It was shown." }),
  };
}

/** A try-out that starts and ends at once and writes nothing. */
export function createFakeDemo(): DemoControl {
  const ui = "http://127.0.0.1:1/#token=demo";
  let isRunning = false;
  return {
    state: () => ({
      kind: isRunning ? "running" : "offered",
      ui: isRunning ? ui : null,
      backTo: null,
      instrumentFolder: null,
    }),
    async start() {
      isRunning = true;
      return { ui };
    },
    async end() {
      isRunning = false;
    },
  };
}
