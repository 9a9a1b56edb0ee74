import { statSync } from "node:fs";
import { counted } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { askStation } from "./ask.ts";
import { absolutePath, UsageError } from "./command.ts";
import { selectedDates } from "./date-flags.ts";
import type { Run } from "./table.ts";
import type { resendTable } from "./tables/file-tables.ts";
import { jsonLine, listed, printed } from "./words.ts";

/** Files that can be named at once. */
const mostPaths = 500;

export const resend: Run<typeof resendTable> = async ({ flags, words }, around) => {
  if (words.length > mostPaths)
    throw new UsageError(
      `At most ${mostPaths} files can be named at once; choose them by dates or --instrument.`,
    );
  const dates = selectedDates(flags, [], Date.now());
  const { instrument, "other-portal": otherPortal = false } = flags;
  const isOfDays = dates !== null || instrument !== undefined || otherPortal;
  if (isOfDays === words.length > 0)
    throw new UsageError(
      isOfDays
        ? `${JSON.stringify(words[0])} is an unexpected argument: give either files, or dates, instrument and --other-portal.`
        : "PATH is missing, or dates, --instrument or --other-portal; see --help.",
    );
  const paths = words.map((word) => {
    const whole = absolutePath(word, around);
    const found = foundAt(whole);
    if (found === "folder")
      throw new UsageError(
        `${word} is a folder: name its files, or choose them by dates or --instrument; see --help.`,
      );
    return found === null ? word : whole;
  });
  const done = await askStation(flags, around, "sendAgain", {
    ...(words.length === 0 ? {} : { paths }),
    ...(instrument === undefined ? {} : { instrument }),
    dates,
    otherPortal,
  });
  around.stdout.write(flags.json ? jsonLine(done) : inWords(done, paths));
  return done.gone + done.leftOut === 0 ? 0 : 1;
};

/** Null also where it cannot be seen. */
function foundAt(path: string): "file" | "folder" | null {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return null;
  }
}

const reasons: Readonly<Record<Output<"sendAgain">["notQueued"][number]["reason"], string>> = {
  gone: "it is no longer in the instrument's folder",
  changed: "it has changed since then; the new content is sent when it is finished",
  leftOut: "the settings exclude it",
  unknown: "no file of this name was ever found: check the path",
};

/** `named`: the files that were asked for by name. */
function inWords({ queued, notQueued }: Output<"sendAgain">, named: readonly string[]): string {
  const left = new Set(notQueued.map(({ path }) => path));
  const isQueued = (path: string) => !left.has(path);
  return printed([
    `${counted(queued, "file")} back in the queue${named.length > 0 && queued > 0 ? ":" : "."}`,
    ...named.filter(isQueued).map((path) => `  ${path}`),
    ...listed("Not in the queue", notQueued, ({ instrument, path, reason }) => {
      const place = named.length > 0 || instrument === null ? path : `${instrument}, ${path}`;
      return `${place}: ${reasons[reason]}`;
    }),
  ]);
}
