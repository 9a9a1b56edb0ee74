import { constants, type Stats } from "node:fs";
import { access, stat } from "node:fs/promises";
import { readNamedText } from "#adapters/named-file.ts";
import { raceTimeout, timers } from "#base/async.ts";
import { phrase } from "#base/phrase.ts";
import type { SettingsProblem } from "#domain/settings.ts";
import { codeOrEmpty, plainReason } from "./json-file.ts";
import type { CheckedSettings } from "./settings-check.ts";

/** Files and folders that the settings point at on this computer, as they are now. */
export interface DiskFacts {
  stat(path: string): Promise<Pick<Stats, "isFile" | "isDirectory">>;
  /** Rejects where `path` cannot be read (and, as a folder, entered). */
  access(path: string, mode: number): Promise<void>;
  readText(path: string): Promise<string>;
}

/** The disk of this computer. */
export const realDisk: DiskFacts = { stat, access, readText: readNamedText };

const timeoutMs = 5_000;

/** End of the sentence for a folder, also where a page shows it without the key. */
phrase("Its files are sent as soon as this is fixed.");

/**
 * Gives the problems of the folders and the CA file. None of them leaves an instrument out: a share comes back, a disk is
 * plugged in again. A path that does not answer within 5 s is one of these problems.
 */
export async function probeDisk(checked: CheckedSettings, disk: DiskFacts): Promise<SettingsProblem[]> {
  const folders = checked.settings.instruments.map(async ({ name, folder }, index) => {
    const key = `${checked.places[index] ?? `instruments[${index}]`}.folder`;
    const reason = await inTime(folderTrouble(folder, disk));
    if (reason === null) return [];
    const trouble = withPath(reason, folder);
    const message = `${key} of "${name}": ${trouble} Its files are sent as soon as this is fixed.`;
    return [{ key, message, instrument: null, isOfDisk: true as const }];
  });
  return [
    ...(await caFileProblems(checked.settings.portal.caFile, disk)),
    ...(await Promise.all(folders)).flat(),
  ];
}

async function folderTrouble(folder: string, disk: DiskFacts): Promise<string | null> {
  try {
    if (!(await disk.stat(folder)).isDirectory()) return "{path} is not a folder.";
    await disk.access(folder, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOrEmpty(error)))
      return "{path} does not exist; create it or correct the path.";
    return `{path} cannot be read: ${plainReason(error)}.`;
  }
}

function withPath(sentence: string, path: string): string {
  return sentence.replace("{path}", () => path);
}

async function caFileProblems(caFile: string | null, disk: DiskFacts): Promise<SettingsProblem[]> {
  if (caFile === null) return [];
  const reason = await inTime(caFileError(caFile, disk));
  if (reason === null) return [];
  return [{ key: "portal.caFile", message: `portal.caFile: ${withPath(reason, caFile)}`, instrument: null }];
}

async function caFileError(caFile: string, disk: DiskFacts): Promise<string | null> {
  try {
    const holdsCertificate = (await disk.readText(caFile)).includes("-----BEGIN CERTIFICATE-----");
    return holdsCertificate
      ? null
      : "{path} contains no certificate; it must be a PEM file (-----BEGIN CERTIFICATE-----).";
  } catch (error) {
    return `{path} cannot be read: ${plainReason(error)}.`;
  }
}

async function inTime(reason: Promise<string | null>): Promise<string | null> {
  const late = `{path} does not answer within ${timeoutMs / 1000} s.`;
  return await raceTimeout(() => reason, { clock: timers, ms: timeoutMs }, late);
}
