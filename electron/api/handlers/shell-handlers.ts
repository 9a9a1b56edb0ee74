import { homedir } from "node:os";
import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { ShellFacts, shellMethods, TestShown, UpdateCheck } from "#contract/shell.ts";

/** The answers of `shell.*`. */
export type ShellHandlers = Pick<Handlers, keyof typeof shellMethods>;

/** Actions of a shell; null where this one cannot do them. */
export interface Shell {
  facts(): Promise<ShellFacts>;
  /** Null: the operator chose none. */
  readonly chooseFolder: ((title: string, at: string | null) => Promise<string | null>) | null;
  /** `outside`: the path lies in no folder that may be shown. `silent`: its drive does not answer. */
  readonly reveal: ((path: string) => Promise<"shown" | "outside" | "silent">) | null;
  /** Gives what the system says afterwards. */
  readonly setStartAtLogin: ((isOn: boolean) => Promise<boolean>) | null;
  readonly checkForUpdate: (() => Promise<UpdateCheck>) | null;
  readonly testNotification: (() => Promise<TestShown>) | null;
}

/** Answers `shell.*` with what this shell can do, and refuses the rest as `not-offered`. */
export function shellHandlers(shell: Shell): ShellHandlers {
  return {
    async "shell.facts"() {
      return ok(await shell.facts());
    },
    async "shell.chooseFolder"({ title, at }) {
      if (shell.chooseFolder === null)
        return fail("not-offered", "A browser cannot show this PC's folders: type the path of the folder.");
      return ok({ folder: await shell.chooseFolder(title, at) });
    },
    async "shell.reveal"({ path }) {
      if (shell.reveal === null)
        return fail("not-offered", "A browser cannot open a folder of this PC: copy the path instead.");
      const shown = await shell.reveal(path);
      if (shown === "shown") return ok({});
      if (shown === "silent")
        return fail("no-answer", `${path} cannot be shown: its drive or network share does not answer.`);
      return fail("forbidden", `${path} is not in an instrument's folder or a download folder.`);
    },
    async "shell.setStartAtLogin"({ isOn }) {
      if (shell.setStartAtLogin === null)
        return fail(
          "not-offered",
          "Skyferry runs here without a window: the system service defines how it starts.",
        );
      return ok({ isOn: await shell.setStartAtLogin(isOn) });
    },
    async "shell.checkForUpdate"() {
      if (shell.checkForUpdate === null)
        return fail("not-offered", "Skyferry cannot update itself here: install the newer version.");
      return ok(await shell.checkForUpdate());
    },
    async "shell.testNotification"() {
      if (shell.testNotification === null)
        return fail("not-offered", "A browser cannot show notifications of this PC: use the desktop app.");
      return ok(await shell.testNotification());
    },
  };
}

/** The shell of a host without a window: it tells the facts and can do nothing. */
export function daemonShell(host: { readonly version: string; readonly dataFolder: string }): Shell {
  return {
    facts: async () => ({
      kind: "daemon",
      platform: process.platform,
      version: host.version,
      dataFolder: host.dataFolder,
      homeFolder: homedir(),
      account: null,
      canReveal: false,
      canChooseFolder: false,
      canUpdate: false,
      startAtLogin: null,
      hasTray: null,
      isAttached: false,
    }),
    chooseFolder: null,
    reveal: null,
    setStartAtLogin: null,
    checkForUpdate: null,
    testNotification: null,
  };
}
