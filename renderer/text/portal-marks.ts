import { say } from "#base/say.ts";
/** Something special about a file of the portal. */
export type Mark = "volatile" | "legacy" | "experimental" | "withdrawn";

/** Names of the marks. */
export const markNames: Readonly<Record<Mark, string>> = {
  volatile: say("may still change"),
  legacy: say("legacy"),
  experimental: say("experimental"),
  withdrawn: say("withdrawn"),
};

/** Meanings of the marks to somebody who uses the file. */
export const markWords: Readonly<Record<Mark, string>> = {
  volatile: say(
    "Volatile: this version may still be replaced, and its content may change. Do not cite it yet.",
  ),
  legacy: say("Legacy: made outside the portal's own processing and imported unchanged."),
  experimental: say("Experimental: the product is still in development, and its content may change."),
  withdrawn: say("Withdrawn: the portal keeps the record and says why the file should no longer be used."),
};

/** The portal's quality levels in words; the first is the mildest. */
const qualityWords: Readonly<Record<string, { readonly label: string; readonly meaning: string }>> = {
  pass: { label: say("Good"), meaning: say("The portal's quality tests found no problems.") },
  info: {
    label: say("Good, with notes"),
    meaning: say("The portal's quality tests found only minor issues."),
  },
  warning: {
    label: say("Some checks failed"),
    meaning: say("The portal's quality tests found something to check."),
  },
  error: {
    label: say("Failed the checks"),
    meaning: say("The portal's quality tests failed: use this file with care."),
  },
};

/** A quality level as people read it; one that nobody knows is shown as the portal wrote it. */
export function qualityOf(level: string): { readonly label: string; readonly meaning: string } {
  return (
    qualityWords[level] ?? {
      label: level,
      meaning: say("The portal gives the quality level “{level}”.", { level }),
    }
  );
}

const statusMeanings: Readonly<Record<string, string>> = {
  created: say("Announced. Its content has not reached the portal yet."),
  uploaded: say("Its content is on the portal and waits for processing."),
  processed: say("The portal has made products from it."),
  invalid: say("The portal could not use it, and gives no reason."),
};

const statusNames: Readonly<Record<string, string>> = {
  created: say("Announced"),
  uploaded: say("Accepted"),
  processed: say("Processed"),
  invalid: say("Invalid"),
};

/** Gives the name of a raw file's status; one that nobody knows is shown as the portal wrote it. */
export function statusName(status: string): string {
  return statusNames[status] ?? status;
}

/** Gives the meaning of a raw file's status. */
export function statusMeaning(status: string): string {
  return statusMeanings[status] ?? say("The portal gives the status “{status}”.", { status });
}

/** When a file was made, in words; as the portal wrote it where nobody knows. */
export function timelinessWords(timeliness: string): string {
  if (timeliness === "rrt") return say("Real real time (rrt)");
  if (timeliness === "nrt") return say("Near real time (nrt)");
  return timeliness === "scheduled" ? say("Scheduled") : timeliness;
}
