import { z } from "zod";
import { flag, noInput, word } from "./values.ts";

/**
 * Methods of the window, not of the station: folders to choose, files to show, start at login, updates. Every host
 * offers these methods. A method that a host cannot do is refused with `not-offered` and a sentence for the operator;
 * `shell.facts` says so beforehand, so that a page shows no button that would be refused. A window that is attached to a
 * running daemon answers them itself.
 */

const shellFacts = z.strictObject({
  /** `daemon`: the page is in a browser. */
  kind: z.enum(["desktop", "daemon"]),
  /** As Node names it: `win32`, `darwin`, `linux`. */
  platform: z.string(),
  version: z.string(),
  /** Absolute. */
  dataFolder: z.string(),
  /** Absolute: where a folder picker of the operator begins. */
  homeFolder: z.string(),
  /** Name of the account of the person; null in a browser, where any person may be. */
  account: z.string().nullable(),
  /** `shell.reveal` is offered. */
  canReveal: z.boolean(),
  /** `shell.chooseFolder` is offered; else the operator types the path. */
  canChooseFolder: z.boolean(),
  /** `shell.checkForUpdate` is offered. */
  canUpdate: z.boolean(),
  /** Null: not offered here. */
  startAtLogin: z.boolean().nullable(),
  /** Null: a host without tray and window. False: this desktop has no tray area, so the window stays. */
  hasTray: z.boolean().nullable(),
  /** The window shows a daemon that runs by itself: closing it ends no upload. */
  isAttached: z.boolean(),
});

export type ShellFacts = z.output<typeof shellFacts>;

/** Result of the look for a newer version. */
const updateCheck = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("newest"), version: z.string() }),
  /** It is fetched now and installed at the next quit, never while files are on their way. */
  z.strictObject({ kind: z.literal("found"), version: z.string() }),
  z.strictObject({ kind: z.literal("failed"), message: z.string() }),
]);

export type UpdateCheck = z.output<typeof updateCheck>;

/** Result of a test notification. */
const testShown = z.strictObject({ isShown: z.boolean(), sentence: z.string() });

export type TestShown = z.output<typeof testShown>;

const done = z.strictObject({});

export const shellMethods = {
  "shell.facts": { input: noInput, output: shellFacts },
  /** The system's own folder picker, opened at `at` where that exists. Null: the operator chose none. */
  "shell.chooseFolder": {
    input: z.strictObject({ title: word, at: z.string().max(32_767).nullable().default(null) }),
    output: z.strictObject({ folder: z.string().nullable() }),
  },
  /**
   * Shows a file or folder in the system's file browser; opens nothing. `path` absolute, inside the folder of a
   * configured instrument or of a download job; anything else is refused with `forbidden`. `no-answer`: its drive does not
   * answer.
   */
  "shell.reveal": {
    input: z.strictObject({
      path: z
        .string({ error: "must be the path of a file" })
        .min(1, { error: "must be the path of a file" })
        .max(32_767, { error: "is longer than any path can be" }),
    }),
    output: done,
  },
  /** Answers with what the system says afterwards, which may differ from what was asked. */
  "shell.setStartAtLogin": {
    input: z.strictObject({ isOn: flag }),
    output: z.strictObject({ isOn: z.boolean() }),
  },
  "shell.checkForUpdate": { input: noInput, output: updateCheck },
  /** Shows one notification of this PC. */
  "shell.testNotification": { input: noInput, output: testShown },
};
