import { phrase } from "#base/phrase.ts";
import { capital } from "#base/text.ts";
import type { Steps } from "./connection-steps.ts";
import { type CameBack, isHtml, type PortalAnswer, portalWords } from "./portal-answer.ts";
import { type OutcomeFacts, outcomeOf } from "./portal-outcome.ts";

/**
 * An announcement that can never be accepted and that gets as far as the permission for the site: what is checked
 * before is right, what is checked after (PID, instrument, tag; docs/portal/observed.md §1) exists nowhere.
 */
export function testAnnouncement(site: string): Readonly<Record<string, unknown>> {
  return {
    measurementDate: "2000-01-01",
    filename: "connection-test.txt",
    checksum: "00000000000000000000000000000000",
    site,
    instrument: "connection-test",
    instrumentPid: "https://hdl.handle.net/21.12132/0.connection-test",
    tags: ["connection-test"],
  };
}

/** Judges the password by the answer to an announcement without fields. True when it is right. */
export function judgePassword(came: CameBack, steps: Steps, facts: OutcomeFacts): boolean {
  if (came.kind === "answer" && came.status === 422 && !isHtml(came)) {
    steps.ok("password", "The portal accepts the user name and password.");
    return true;
  }
  if (came.kind === "answer" && came.status === 401) {
    steps.failed(
      "password",
      "The portal does not accept this user name and password. Check both, including upper and lower case.",
    );
    return false;
  }
  steps.failed("password", unclear(came, facts, "so the password cannot be checked"));
  return false;
}

/** The check behind that of the permission; a site may be called "rapid". */
const aboutPid = /\b(instrument)?pid\b|hdl\.handle\.net/i;

/** Judges the permission by the answer to `testAnnouncement`. */
export function judgePermission(came: CameBack, steps: Steps, facts: OutcomeFacts): void {
  const site = steps.siteWords();
  const words = came.kind === "answer" && !isHtml(came) ? (portalWords(came) ?? "") : "";
  if (came.kind === "answer" && came.status === 401 && /^missing permission/i.test(words)) {
    steps.failed(
      "permission",
      `The password is correct, but this user has no permission to send for ${site}. Choose another site, or ask the portal's operators for permission.`,
    );
  } else if (came.kind === "answer" && came.status === 422 && aboutPid.test(words)) {
    steps.ok("permission", `This user may send for ${site}.`);
  } else if (came.kind === "answer" && came.status === 422 && /\bsite\b/i.test(words)) {
    steps.failed(
      "permission",
      `The portal does not know the site ${site}: choose one from its list. It said: "${words}"`,
    );
  } else {
    steps.skipped("permission", unclear(came, facts, "so the permission cannot be checked"));
  }
}

/** An answer that says nothing of what was asked, which `unchecked` says; never called good and never called wrong without need. */
function unclear(came: CameBack, facts: OutcomeFacts, unchecked: string): string {
  if (came.kind === "answer" && came.status < 300 && !isHtml(came))
    return `The portal accepted an empty announcement (${quoted(came)}), ${unchecked}.`;
  const outcome = outcomeOf("announce", came, facts);
  const known = new Set(["hold", "retry", "unknown"]);
  if (known.has(outcome.kind) && "failure" in outcome)
    return outcome.failure.message
      .replace(/ Everything stays queued here\.$/, "")
      .replace(/ Skyferry asks the portal .*$/, ` ${capital(unchecked)}.`)
      .replace(
        /^The portal failed on this file\. Skyferry retries automatically\.$/,
        internalFault(unchecked, came),
      );
  return `The portal answered ${quoted(came)}, ${unchecked}.`;
}

function internalFault(unchecked: string, came: CameBack): string {
  return `The portal failed (${quoted(came)}), ${unchecked}. Try again later.`;
}

function quoted(came: CameBack): string {
  if (came.kind !== "answer") return phrase("nothing");
  const words = portalWords(came as PortalAnswer);
  return words === null ? phrase(`status ${came.status}`) : phrase(`status ${came.status}, "${words}"`);
}
