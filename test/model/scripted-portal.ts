import type { RawFile } from "#domain/portal-records.ts";
import {
  blockFor,
  doubtFor,
  holdFor,
  lostAnswer,
  noMetadata,
  passwordDoubt,
  retryFor,
  wrongBytes,
} from "#test/support/builders/outcomes.ts";
import type { FakePortal, PortalCall, Scripted } from "#test/support/fakes/fake-portal.ts";

/** How the portal behaves for a while. */
export const scripts = [
  "well",
  "unreachable",
  "wrong password",
  "throttled",
  "failing",
  "losing every second answer",
  "losing requests",
  "forgetting announcements",
  "garbling",
  "refusing",
  "hanging lists",
  "hanging reads",
  "trickling",
  "foreign 409",
  "contradicting",
  "listing nothing",
  "listing older contents",
  "listing announcements",
] as const;
export type Script = (typeof scripts)[number];

/** Answers from which nobody can tell whether they are meant for one file or for all. */
const doubtfulAnswers = {
  "302": doubtFor("not-the-portal", "302"),
  "401": passwordDoubt,
  "403": doubtFor("not-the-portal", "403"),
  "403 for an hour": doubtFor("not-the-portal", "403", 3_600_000),
  "404": doubtFor("not-the-portal", "404"),
  "429": doubtFor("throttled", "429"),
  "429 for an hour": doubtFor("throttled", "429", 3_600_000),
  "500": retryFor("portal-error"),
  "502": doubtFor("portal-trouble", "502"),
  "503": doubtFor("maintenance", "503"),
  "503 for an hour": doubtFor("maintenance", "503", 3_600_000),
  garbage: doubtFor("not-the-portal", "something else than HTTP"),
  "missing permission": blockFor("no-permission", "Missing permission"),
} as const satisfies Record<string, Scripted>;
export type DoubtfulAnswer = keyof typeof doubtfulAnswers;
export const doubtful = Object.keys(doubtfulAnswers).filter(
  (one): one is DoubtfulAnswer => one in doubtfulAnswers,
);

/** A file whose requests of one kind are always answered alike, whatever the others get. */
export interface Poison {
  readonly filename: string;
  readonly kind: "announce" | "send";
  readonly answer: DoubtfulAnswer;
}

/** A portal that answers by a script. */
export interface ScriptedPortal {
  /** From now on. */
  setScript(script: Script): void;
  /** From now on; null: no file is treated differently. */
  setPoison(poison: Poison | null): void;
  /** The next announcement or content gets this answer, the one after it its own. */
  strayAnswer(answer: DoubtfulAnswer): void;
}

export function createScriptedPortal(portal: FakePortal): ScriptedPortal {
  let script: Script = "well";
  let poison: Poison | null = null;
  let stray: DoubtfulAnswer | null = null;
  let calls = 0;
  portal.script = (call) => {
    calls += 1;
    if (call.kind === poison?.kind && call.filename === poison.filename)
      return doubtfulAnswers[poison.answer];
    if (stray !== null && (call.kind === "announce" || call.kind === "send")) {
      const answer = doubtfulAnswers[stray];
      stray = null;
      return answer;
    }
    return answerIn(script, call, calls % 2 === 0);
  };
  portal.shows = (records) => shownIn(script, records);
  return {
    setScript(next) {
      script = next;
    },
    setPoison(next) {
      poison = next;
    },
    strayAnswer(answer) {
      stray = answer;
    },
  };
}

/** Lists that are not as the records: a replica may be old or empty. */
function shownIn(script: Script, records: readonly RawFile[]): readonly RawFile[] {
  switch (script) {
    case "listing nothing":
      return [];
    case "listing older contents":
      return records.map((one) => ({ ...one, checksum: one.checksum.split("").toReversed().join("") }));
    case "listing announcements":
      return records.map((one) => ({ ...one, status: "created" }));
    default:
      return records;
  }
}

function answerIn(script: Script, { kind }: PortalCall, isSecond: boolean): Scripted {
  switch (script) {
    case "well":
    case "listing nothing":
    case "listing older contents":
    case "listing announcements":
      return undefined;
    case "unreachable":
      return holdFor("unreachable");
    case "wrong password":
      return kind === "announce" || kind === "send" ? holdFor("credentials") : undefined;
    case "throttled":
      return isSecond ? holdFor("throttled", 120_000) : undefined;
    case "failing":
      return isSecond ? retryFor("portal-error") : undefined;
    case "losing every second answer":
      return isSecond && kind !== "list" && kind !== "record" ? "lose-answer" : undefined;
    case "losing requests":
      return kind === "send" || (kind === "announce" && isSecond) ? lostAnswer : undefined;
    case "forgetting announcements":
      return kind === "send" && isSecond ? noMetadata : undefined;
    case "garbling":
      return kind === "send" && isSecond ? wrongBytes : undefined;
    case "refusing":
      return kind === "announce" && isSecond ? blockFor("refused", "no") : undefined;
    case "hanging lists":
      return kind === "list" ? "hang" : undefined;
    case "hanging reads":
      return kind === "list" || kind === "record" ? "hang" : undefined;
    case "trickling":
      return isSecond && (kind === "announce" || kind === "send") ? "trickle" : undefined;
    case "foreign 409":
      return kind === "announce" && isSecond ? retryFor("portal-error") : undefined;
    case "contradicting":
      return kind === "announce" ? { kind: "received-before" } : undefined;
  }
}
