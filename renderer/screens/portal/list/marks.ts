import type { Mark } from "./rows.ts";

/** What a mark means to somebody who uses the file. */
export const markWords: Readonly<Record<Mark, string>> = {
  volatile: "Volatile: this version may still be replaced, and its content may change. Do not cite it yet.",
  legacy: "Legacy: made outside the portal's own processing and taken over as it was.",
  experimental: "Experimental: the product is still being developed, and its content may change in kind.",
  withdrawn: "Withdrawn: the portal keeps the record and says why it should not be used any more.",
};

/** The portal's quality levels in words; the first is the mildest. */
const qualityWords: Readonly<Record<string, { readonly label: string; readonly meaning: string }>> = {
  pass: { label: "Pass", meaning: "The portal's quality tests found nothing." },
  info: { label: "Info", meaning: "The portal's quality tests noted something that does no harm." },
  warning: { label: "Warning", meaning: "The portal's quality tests found something to look at." },
  error: { label: "Error", meaning: "The portal's quality tests failed: use this file with care." },
};

/** A quality level as people read it; one that nobody knows stands as the portal wrote it. */
export function qualityOf(level: string): { readonly label: string; readonly meaning: string } {
  return qualityWords[level] ?? { label: level, meaning: `The portal states the quality level “${level}”.` };
}

const statusMeanings: Readonly<Record<string, string>> = {
  created: "Announced; its content has not arrived at the portal.",
  uploaded: "Its content is on the portal and waits for processing.",
  processed: "The portal has made products of it.",
  invalid: "The portal could not use it.",
};

/** What the status of a raw file means. */
export function statusMeaning(status: string): string {
  return statusMeanings[status] ?? `The portal states the status “${status}”.`;
}

/** When a file was made, in words; as the portal wrote it where nobody knows. */
export function timelinessWords(timeliness: string): string {
  if (timeliness === "rrt") return "Real real time (rrt)";
  if (timeliness === "nrt") return "Near real time (nrt)";
  return timeliness === "scheduled" ? "Scheduled" : timeliness;
}
