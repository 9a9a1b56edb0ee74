import { minuteText } from "#base/text.ts";
import type { Failure } from "#domain/cause.ts";
import { baseName } from "#domain/file-version.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { SeenRecord } from "#domain/receipt-verdict.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { FileError } from "#engine/ports/host.ts";
import type { Sender } from "./site-refusals.ts";

/** An error of the file system as the failure of one upload. All of these pass or are tried again. */
export function fileFailure(error: FileError, instrument: Instrument, relPath: string): Failure {
  const causes = {
    vanished: "file-vanished",
    locked: "file-locked",
    unreadable: "file-unreadable",
    "not-a-file": "file-vanished",
    "no-answer": "file-unreadable",
  } as const;
  const advice = {
    vanished: `Skyferry keeps looking for it in ${instrument.folder}.`,
    locked: "It is sent when that program closes it.",
    unreadable: "Give the user that runs Skyferry read access. Skyferry retries automatically.",
    "not-a-file": "It is sent when a file with that name is there again.",
    "no-answer": "Skyferry retries automatically.",
  };
  const said = error.message.endsWith(".") ? error.message : `${error.message}.`;
  return {
    cause: causes[error.error],
    message: `${said.includes(relPath) ? said : `${relPath}: ${said}`} ${advice[error.error]}`,
    portalMessage: null,
  };
}

/** The portal would refuse this name; nothing is asked of it. */
export function unfitNameFailure(filename: string, reason: string): Failure {
  return {
    cause: "unfit-name",
    message: `${JSON.stringify(filename)} cannot be sent under this name: ${reason}. Change the file name on the instrument. Skyferry does not rename files.`,
    portalMessage: null,
  };
}

/** Two files of one name, date, instrument and tags would replace each other on the portal. */
export function conflictFailure(filename: string, otherPath: string): Failure {
  return {
    cause: "record-clash",
    message: `${filename} has the same name and measurement date as ${otherPath}, but different content; the portal keeps only one of them. Set different tags for the two folders, or move one file out of the instrument's folder.`,
    portalMessage: null,
  };
}

/** The instrument's settings hold back what looks damaged; nothing is asked of the portal. */
export function contentFailure(relPath: string, reason: string): Failure {
  return {
    cause: "content-check",
    message: `${relPath} ${reason}. It is held back. Check the instrument; a file that is replaced is checked again. To send it anyway, open it in Files.`,
    portalMessage: null,
  };
}

/** Nothing sends it: who it belongs to is not in the settings. */
export function orphanFailure(instrument: string): Failure {
  return {
    cause: "no-instrument",
    message: `Its instrument ${JSON.stringify(instrument)} is not in the settings. Add it again in Settings, or give its files up.`,
    portalMessage: null,
  };
}

/** The portal answers everything but the route for model files. */
export function noModelRouteFailure(said: string, { portalMessage }: Failure): Failure {
  return {
    cause: "no-model-route",
    message: `The portal answers ${said} to model files and takes none; files of instruments continue. Ask the portal's operators, or remove the models in Settings.`,
    portalMessage,
  };
}

/** The portal knows the credentials and does not allow this site. */
export function noPermissionFailure(
  { site, kind, instrument }: Sender,
  portalMessage: string | null,
): Failure {
  const ofModel = kind === "model" ? ` and the model ${JSON.stringify(instrument)}` : "";
  return {
    cause: "no-permission",
    message: `This user has no permission to send files for the site ${JSON.stringify(site)}${ofModel}. Ask the portal's operators for permission, or correct the site in Settings; then retry.`,
    portalMessage,
  };
}

/** `ofAll`: the refusal of all files of the sender, if there is one. Else a missing permission is told of this file alone. */
export function blockedFailure(
  ofAll: Failure | null,
  failure: Failure,
  { site, kind, instrument }: Sender,
  relPath: string,
): Failure {
  if (ofAll !== null || failure.cause !== "no-permission") return ofAll ?? failure;
  const whole =
    kind === "model" ? `the model ${JSON.stringify(instrument)}` : `the site ${JSON.stringify(site)}`;
  const message = `The portal says that this user has no permission to send ${baseName(relPath)}, but takes other files of ${whole}. Ask the portal's operators about this file, then retry.`;
  return { ...failure, message };
}

/** The file was changed under the eyes of this program. */
export function rewrittenFailure(relPath: string, during: "read" | "sent"): Failure {
  return {
    cause: "file-changing",
    message: `${relPath} changed while it was being ${during === "read" ? "read" : "sent"}. It is read and sent again.`,
    portalMessage: null,
  };
}

/** The link or the portal may be dead: told before the one question more that shows it. */
export function silenceFailure({ message }: Failure): Failure {
  return {
    cause: "unreachable",
    message: `${message} Everything stays queued here until something answers.`,
    portalMessage: null,
  };
}

/**
 * A file gets an error that may be its own. `others`: they were taken meanwhile, were not tried, or nobody can tell yet.
 * Times in epoch milliseconds.
 */
export function aloneFailure(
  { relPath, portalMessage }: Pick<Upload, "relPath"> & Pick<Failure, "portalMessage">,
  said: string,
  situation: { sinceMs: number; nowMs: number; others: "taken" | "untried" | "open"; isLong: boolean },
): Failure {
  const { sinceMs, nowMs, others, isLong } = situation;
  const answers = `The portal answers ${said} to ${baseName(relPath)}`;
  const moment = minuteText(sinceMs, nowMs);
  const messages = {
    taken: `${answers} since ${moment}. Other files continue.`,
    untried: `${answers}; nothing else was tried since ${moment}.`,
    open: `${answers}. Skyferry tries it again in a moment.`,
  };
  return {
    cause: isLong ? "stopped-long" : "stopped-alone",
    message: messages[others],
    portalMessage,
  };
}

/** Want of permission where others of the same right were taken before: the answer may be a stray one. */
export function doubtedFailure(relPath: string, { portalMessage }: Failure, nowMs: number): Failure {
  const situation = { sinceMs: nowMs, nowMs, others: "open", isLong: false } as const;
  return aloneFailure({ relPath, portalMessage }, `“${portalMessage ?? "no permission"}”`, situation);
}

/** The same bytes are on their way under another name. */
export function inFlightFailure(relPath: string): Failure {
  return {
    cause: "record-in-use",
    message: `Another file with the same content as ${relPath} is being sent. Skyferry retries afterwards.`,
    portalMessage: null,
  };
}

/** The portal says that it has these bytes, and shows them nowhere. */
export function contradictionFailure({ filename, checksum }: Metadata): Failure {
  return {
    cause: "portal-contradiction",
    message: `The portal says it has already received the content of ${filename}, but shows no record of it. Skyferry retries automatically. If this continues, give the portal's operators this name and the MD5 ${checksum}.`,
    portalMessage: "File already uploaded",
  };
}

/** The portal confirmed it once; `seen` is a clause that says what it shows now. */
export function lostFailure(relPath: string, seen: string): Failure {
  return {
    cause: "lost-on-portal",
    message: `The portal confirmed ${relPath}, but ${seen}. Skyferry sends it again.`,
    portalMessage: null,
  };
}

/** Why a file that the portal does not keep is not sent again (a clause). */
export const ofFormerPlace = "it was delivered under another site, PID or tags than the settings have now";

/** It was sent again before, or cannot be. `why` is a clause. */
export function notKeptFailure(relPath: string, checksum: string, why: string): Failure {
  return {
    cause: "not-kept",
    message: `The portal confirmed ${relPath}, but no longer has it, and ${why}. Its MD5 is ${checksum}.`,
    portalMessage: null,
  };
}

/** The record has content that this station never sent. */
export function overwrittenFailure(relPath: string, checksum: string, now: SeenRecord): Failure {
  return {
    cause: "replaced-on-portal",
    message: `The portal's record of ${relPath} has other content since ${now.updatedAt || "an unknown time"} (MD5 ${now.checksum} instead of ${checksum}), which this station never sent. Skyferry leaves it as it is. If this file is the right one, retry it.`,
    portalMessage: null,
  };
}
