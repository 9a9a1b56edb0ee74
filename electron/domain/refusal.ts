import { type Failure, firstAction } from "./cause.ts";
import type { CauseAction } from "./cause-action.ts";

/** Action that a person takes first about a refusal, and the same as a clause. */
export interface RefusalRemedy {
  readonly action: CauseAction;
  readonly remedy: string;
}

const chosen = (action: CauseAction, what: string): RefusalRemedy => ({
  action,
  remedy: `choose the right ${what} in Settings; the files are retried automatically then`,
});

/** By the portal's own words (docs/portal/observed.md §1). */
const remedies: readonly (readonly [words: RegExp, remedy: RefusalRemedy])[] = [
  [/^Unknown site\b/i, chosen("choose-site", "site")],
  [/^Unknown instrument PID\b|^instrumentPid must|match instrument PID\b/i, chosen("choose-pid", "PID")],
  [/^Unknown tag\b|^Metadata tags\b/i, chosen("choose-tags", "tags")],
  [/^Unknown model\b/i, chosen("choose-model", "model")],
  [
    /^MeasurementDate is in the future\b/i,
    { action: "check-clock", remedy: "check the clocks of the instrument and of this PC, then retry" },
  ],
];

/** Gives the remedy for a refusal in these words of the portal; null where nobody knows one beforehand. */
export function refusalRemedy(portalMessage: string | null): RefusalRemedy | null {
  const words = portalMessage?.trim() ?? "";
  return remedies.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** Gives the action that a person takes first about the cause that stopped one file. */
export function firstActionOf({
  cause,
  portalMessage,
}: Pick<Failure, "cause" | "portalMessage">): CauseAction {
  const known = cause === "refused" ? refusalRemedy(portalMessage) : null;
  return known?.action ?? firstAction(cause);
}

interface CountedCause {
  readonly cause: Failure["cause"];
  readonly portalMessage: string | null;
  readonly count: number;
  readonly instrument: string | null;
  readonly sinceMs: number;
}

/** Answers of the portal that are told apart; a portal that names each file in its answer gives as many as files. */
const mostAnswers = 4;

/** Groups of files by cause and the portal's words, the most frequent first: what is not among the first few answers is one group without words. */
export function withRest<Group extends CountedCause>(groups: readonly Group[]): Group[] {
  const worded = groups.filter(({ portalMessage }) => portalMessage !== null);
  const rest = worded.slice(mostAnswers);
  if (rest.length === 0) return [...groups];
  const isOther = (one: Group) => one.cause === "refused" && one.portalMessage === null;
  const others = [...groups.filter(isOther), ...rest];
  const [first] = others;
  const separate = groups.filter((group) => !others.includes(group));
  if (first === undefined) return separate;
  const sum = {
    ...first,
    portalMessage: null,
    count: others.reduce((all, { count }) => all + count, 0),
    instrument: others.every(({ instrument }) => instrument === first.instrument) ? first.instrument : null,
    sinceMs: Math.min(...others.map(({ sinceMs }) => sinceMs)),
  };
  return [...separate, sum].sort((one, other) => other.count - one.count);
}
