import { noInstrumentText } from "#api/present.ts";
import { counted } from "#base/text.ts";
import type { Input } from "#contract/methods.ts";
import { causes } from "#domain/cause.ts";
import { canCancel, type UploadState, uploadStates } from "#domain/upload.ts";
import { type Ask, withAnswers } from "./ask.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";
import { explained } from "./explain.ts";
import type { Arguments, Run } from "./table.ts";
import type { cancelTable, retryTable } from "./tables/file-tables.ts";
import { backInQueue, jsonLine, listed, printed } from "./words.ts";

/** Files that can be named at once. */
const mostNamed = 500;

type Filter = Input<"cancel">["filter"];

/** A way to move uploads. */
interface Move {
  /** States of those that are chosen otherwise than by name. */
  readonly states: readonly UploadState[];
  /** States of a file that is named. */
  readonly named: readonly UploadState[];
  move(ask: Ask, filter: Filter): Promise<{ readonly count: number }>;
}

interface Done {
  readonly count: number;
  /** Files that were named and are in none of the states. */
  readonly left: readonly string[];
}

export const retryCommand: Run<typeof retryTable> = async (given, around) => {
  const { "send-anyway": sendAnyway, json } = given.flags;
  const { done, isRunning } = await moved(given, around, {
    states: ["waiting", "blocked"],
    named: ["waiting", "blocked", "cancelled"],
    move: (ask, filter) => ask("retry", { filter, sendAnyway }),
  });
  const { count, left } = done;
  const lines = [
    `${counted(count, "file")} ${count === 0 ? "back in the queue." : backInQueue(isRunning)}`,
    ...listed("Not waiting, blocked or cancelled", left, (path) => path),
  ];
  around.stdout.write(json ? jsonLine({ ...done, isRunning }) : printed(lines));
  return left.length === 0 ? 0 : 1;
};

export const cancelCommand: Run<typeof cancelTable> = async (given, around) => {
  const states = uploadStates.filter(canCancel);
  const { done, isRunning } = await moved(given, around, {
    states,
    named: states,
    move: (ask, filter) => ask("cancel", { filter }),
  });
  const lines = [
    `${counted(done.count, "file")} given up${done.count === 0 ? "." : ": skyferry retry PATH takes one up again."}`,
    ...listed("Delivered already, given up already, or never found", done.left, (path) => path),
  ];
  around.stdout.write(given.flags.json ? jsonLine({ ...done, isRunning }) : printed(lines));
  return done.left.length === 0 ? 0 : 1;
};

async function moved(
  { flags, words }: Pick<Arguments<typeof retryTable | typeof cancelTable>, "words" | "flags">,
  around: Surroundings,
  move: Move,
): Promise<{ readonly done: Done; readonly isRunning: boolean }> {
  const filter = filterOf(flags, words, move.states);
  return await withAnswers(
    flags,
    around,
    async (ask, isRunning) => {
      await checkInstrument(ask, flags.instrument);
      if (filter !== null) return { done: { ...(await move.move(ask, filter)), left: [] }, isRunning };
      const found = await Promise.all(
        words.map(async (word) => [word, await explained(ask, word, around)] as const),
      );
      const chosen = found.map(([word, { uploads }]) => ({
        word,
        id: uploads.find(({ state }) => move.named.includes(state))?.id,
      }));
      const ids = chosen.flatMap(({ id }) => id ?? []);
      const { count } = ids.length === 0 ? { count: 0 } : await move.move(ask, { ids });
      const left = chosen.flatMap(({ word, id }) => (id === undefined ? [word] : []));
      return { done: { count, left }, isRunning };
    },
    { ledgerHere: "always" },
  );
}

/** Null where the files are named. */
function filterOf(
  { instrument, cause, all }: Pick<Arguments<typeof cancelTable>["flags"], "all" | "cause" | "instrument">,
  words: readonly string[],
  states: readonly UploadState[],
): Filter | null {
  const ways = [words.length > 0, all, instrument !== undefined || cause !== undefined].filter(
    Boolean,
  ).length;
  if (ways !== 1)
    throw new UsageError(
      ways === 0
        ? "PATH is missing, or --instrument, --cause or --all; see --help."
        : "Give either files, or --instrument and --cause, or --all; see --help.",
    );
  if (words.length > mostNamed)
    throw new UsageError(
      `At most ${mostNamed} files can be named at once; choose them by --instrument or --cause.`,
    );
  if (words.length > 0) return null;
  const known = causes.find((one) => one === cause);
  if (cause !== undefined && known === undefined)
    throw new UsageError(
      `--cause ${JSON.stringify(cause)} is not known${didYouMean(cause, causes) ?? "; skyferry status --json tells the causes."}`,
    );
  return {
    states: [...states],
    ...(instrument === undefined ? {} : { instrument }),
    ...(known === undefined ? {} : { cause: known }),
  };
}

/** A name that no upload has would look like an instrument with nothing to do. */
async function checkInstrument(ask: Ask, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const known = (await ask("status", {})).instruments.map((one) => one.name);
  if (!known.includes(name)) throw new UsageError(noInstrumentText(name, known));
}
