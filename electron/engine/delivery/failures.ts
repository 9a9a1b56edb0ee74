import type { Failure } from "#domain/cause.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { Instrument } from "#domain/settings.ts";
import type { FileTrouble } from "#engine/ports/host.ts";

/** A trouble of the file system as the failure of one upload. All of these pass or are tried again. */
export function fileFailure(trouble: FileTrouble, instrument: Instrument, relPath: string): Failure {
  const causes = {
    vanished: "file-vanished",
    locked: "file-locked",
    unreadable: "file-unreadable",
    "not-a-file": "file-vanished",
    "no-answer": "file-unreadable",
  } as const;
  const advice = {
    vanished: `It is looked for again in ${instrument.folder}.`,
    locked: "It is sent when that program lets go of it.",
    unreadable: "Give the user of this program the right to read it; it is tried again by itself.",
    "not-a-file": "It is sent when a file of that name stands there again.",
    "no-answer": "It is tried again by itself.",
  };
  const said = trouble.message.endsWith(".") ? trouble.message : `${trouble.message}.`;
  return {
    cause: causes[trouble.trouble],
    message: `${said.includes(relPath) ? said : `${relPath}: ${said}`} ${advice[trouble.trouble]}`,
    portalMessage: null,
  };
}

/** The folder of an instrument went away with all that is in it. */
export function folderGoneMessage(folder: string): string {
  return `The folder "${folder}" cannot be reached. Check that the drive or share is connected and that the path in Settings is right.`;
}

/** The portal would refuse this name; nothing is asked of it. */
export function unfitNameFailure(filename: string, reason: string): Failure {
  return {
    cause: "unfit-name",
    message: `${JSON.stringify(filename)} cannot be sent under this name: ${reason}. Have the instrument write another name; this program renames nothing.`,
    portalMessage: null,
  };
}

/** Two files of one name, date, instrument and tags would replace each other on the portal. */
export function clashFailure(filename: string, otherPath: string): Failure {
  return {
    cause: "record-clash",
    message: `${filename} has the same name and measurement date as ${otherPath}, and other content; the portal keeps one of them only. Set different tags for the two folders, or move one file out of the instrument's folder.`,
    portalMessage: null,
  };
}

/** The portal knows the credentials and does not allow this site. */
export function noPermissionFailure(site: string, portalMessage: string | null): Failure {
  return {
    cause: "no-permission",
    message: `These credentials may not send files of the site ${JSON.stringify(site)}. Ask the portal's operators for the permission, or correct the site in Settings; then retry.`,
    portalMessage,
  };
}

/** The file was changed under the eyes of this program. */
export function rewrittenFailure(relPath: string, during: "read" | "sent"): Failure {
  return {
    cause: "file-changing",
    message: `${relPath} was rewritten while it was being ${during}. It is read and sent again.`,
    portalMessage: null,
  };
}

/** The link or the portal may be dead: told before the one question more that shows it. */
export function silenceFailure({ message }: Failure): Failure {
  return {
    cause: "unreachable",
    message: `${message} Until something answers, everything stays queued here.`,
    portalMessage: null,
  };
}

/** The same bytes are on their way under another name. */
export function inHandFailure(relPath: string): Failure {
  return {
    cause: "record-in-use",
    message: `Another file with the same bytes as ${relPath} is being sent. It is tried again afterwards.`,
    portalMessage: null,
  };
}

/** The portal says that it has these bytes, and shows them nowhere. */
export function contradictionFailure({ filename, checksum }: Metadata): Failure {
  return {
    cause: "portal-contradiction",
    message: `The portal says that it has received the content of ${filename} before, but shows no record of it. It is tried again by itself; if this goes on, give the portal's operators this name and the MD5 ${checksum}.`,
    portalMessage: "File already uploaded",
  };
}

/** A mistake of this program with one file; `said` is what was thrown. */
export function programFailure(relPath: string, said: string): Failure {
  return {
    cause: "program-error",
    message: `This program made a mistake with ${relPath} (${said}). It is tried again; please report it with the log.`,
    portalMessage: null,
  };
}
