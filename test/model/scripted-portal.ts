import type { RawFile } from "#domain/portal-records.ts";
import {
  blockFor,
  holdFor,
  lostAnswer,
  noMetadata,
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

/** A portal that answers by a script. Gives a function that sets the script from now on. */
export function createScriptedPortal(portal: FakePortal): (script: Script) => void {
  let script: Script = "well";
  let calls = 0;
  portal.script = (call) => {
    calls += 1;
    return answerIn(script, call, calls % 2 === 0);
  };
  portal.shows = (records) => shownIn(script, records);
  return (next) => {
    script = next;
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
