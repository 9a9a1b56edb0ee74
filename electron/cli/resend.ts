import { statSync } from "node:fs";
import { counted } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { askStation } from "./ask.ts";
import { absolutePath, type Command, readFlags, UsageError } from "./command.ts";
import { dateFlags, selectedDates } from "./date-flags.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine, listed, printed } from "./words.ts";

/** Files that can be named at once. */
const mostPaths = 500;

export const resend: Command = {
  name: "resend",
  summary: "puts delivered files back into the queue",
  help: `skyferry resend: puts delivered files back into the queue. Also while a daemon is running.

Usage: skyferry resend [--data DIR] [--json] PATH…
       skyferry resend [--data DIR] [--instrument NAME] [--date D … | --last N | --from D --to D] [--other-portal] [--json]

${stationHelp}  --instrument NAME     only files of this instrument of the settings
  --date D              only this measurement date (YYYY-MM-DD); may be given more than once
  --last N              only the last N days, including today (UTC)
  --from D, --to D      only these days, both included; you can give only one
  --other-portal        only files that another portal has confirmed, after you changed the portal's address
  --json                prints one JSON document
  PATH                  files, absolute, or relative to this folder or to an instrument's folder

Each becomes a new version with the current settings, which may give it another measurement date. Its old receipts stay. The daemon or the
next submit sends it. If the portal already has it, it is not sent twice. A named file that failed is retried.

Exit codes: 0 in the queue; 1 some are not, and the output says which; 2 bad usage, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(
      argv,
      {
        ...stationFlags,
        instrument: { type: "string" },
        ...dateFlags,
        "other-portal": { type: "boolean" },
        json: { type: "boolean" },
      },
      Number.POSITIVE_INFINITY,
    );
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
    around.stdout.write(flags.json === true ? jsonLine(done) : inWords(done, paths));
    return done.gone + done.leftOut === 0 ? 0 : 1;
  },
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
