import os from "node:os";
import path from "node:path";
import { adminFolder, layerIn } from "#adapters/settings/admin-files.ts";
import { type JsonRead, jsonIn, readJsonFile } from "#adapters/settings/json-file.ts";
import { originOfKey } from "#adapters/settings/layered-settings.ts";
import { lineOfKey } from "#adapters/settings/repeated-keys.ts";
import { secretIn } from "#adapters/settings/secret-values.ts";
import { checkSettings } from "#adapters/settings/settings-check.ts";
import {
  lockedIn,
  openSettings,
  ownPart,
  type SettingsFile,
  type SettingsInLayers,
} from "#adapters/settings/settings-store.ts";
import { unifiedDiff } from "#base/unified-diff.ts";
import { keyInLayer } from "#domain/settings-keys.ts";
import { isLayer, type Layer, mergedOver, mergeLayers } from "#domain/settings-layers.ts";
import { withLocks } from "#domain/settings-locks.ts";

/** Settings for commands, which change them beside a host that may run. */

export interface SettingsPlace {
  readonly dataFolder: string;
  /** Null is `settings.json` in the data folder. */
  readonly settingsFile: string | null;
  readonly env: NodeJS.ProcessEnv;
}

/** A problem with its place; `line` is null where the file has none. */
export interface PlacedProblem {
  readonly file: string;
  readonly key: string;
  readonly line: number | null;
  readonly message: string;
}

export interface SettingsChange {
  /** The file would be, or is, another one. */
  readonly isChanged: boolean;
  readonly file: string;
  /** As `diff -u` writes it. */
  readonly diff: string;
  /** Why nothing was written; empty where it was, or would be. */
  readonly problems: readonly string[];
}

function opened({ dataFolder, settingsFile, env }: SettingsPlace): SettingsFile {
  return openSettings({ file: settingsFile, dataFolder, env });
}

/** The settings in force as they are written; gives a sentence where they cannot be read. */
export async function settingsInForce(
  place: SettingsPlace,
): Promise<
  (SettingsInLayers & { readonly document: Layer; readonly file: string }) | { readonly message: string }
> {
  const file = opened(place);
  const found = await file.inLayers();
  if (found.own.kind === "unreadable") return { message: found.own.message };
  const { document } = found;
  if (document !== undefined && !isLayer(document))
    return { message: `${file.path} must be an object in braces.` };
  return { ...found, document: document ?? {}, file: file.path };
}

/** Problems of all settings in force, each with the file that it is in. That a station is not set up yet is none. */
export async function checkedInForce(place: SettingsPlace): Promise<readonly PlacedProblem[]> {
  const file = opened(place);
  const [{ problems: all }, found] = [await file.load(), await file.inLayers()];
  const problems = all.filter(({ isFirstStart }) => isFirstStart !== true);
  if (problems.length < all.length) {
    const files = [...new Set(found.origins.map((one) => one.file))].filter((one) => one !== file.path);
    const ofFiles = await Promise.all(files.map((one) => checkedFile(one, place, true)));
    const others = problems.map(({ key, message }) => ({ file: key, key: "", line: null, message }));
    return [...others, ...ofFiles.flat()];
  }
  const texts = new Map<string, JsonRead>([[file.path, found.own]]);
  const placed = problems.map(async ({ key, message }): Promise<PlacedProblem> => {
    const at = path.isAbsolute(key) ? key : (originOfKey(found.origins, key) ?? file.path);
    if (!texts.has(at)) texts.set(at, await readJsonFile(at));
    return {
      file: at,
      key: at === key ? "" : key,
      line: lineIn(texts.get(at), key, found.document),
      message,
    };
  });
  return await Promise.all(placed);
}

function lineIn(read: JsonRead | undefined, key: string, document: unknown): number | null {
  if (read?.kind === "unreadable") return Number(/\bline (\d+)/.exec(read.message)?.[1]) || null;
  if (read?.kind !== "read") return null;
  return lineOfKey(read.text, keyInLayer(key, document, read.value));
}

/** A value that is missing may be in another layer. */
const isMissing = /(?:, but is missing|must be a list in brackets, one entry for each)\b/;

/** Problems of one file: as a file of an administrator where it is one or `isSaidAdmins`, else as `settings.json` above those. */
export async function checkedFile(
  name: string,
  place: SettingsPlace,
  isSaidAdmins: boolean,
): Promise<readonly PlacedProblem[]> {
  const read = await readJsonFile(name);
  const at = (key: string, message: string): PlacedProblem => ({
    file: name,
    key,
    line: lineIn(read, key, read.kind === "read" ? read.value : null),
    message,
  });
  if (read.kind !== "read") return [at("", read.message)];
  const isAdmins =
    isSaidAdmins ||
    path.dirname(name) === adminFolder(place.env, process.platform) ||
    path.basename(path.dirname(name)) === "settings.d" ||
    (isLayer(read.value) && ("locked" in read.value || "lockedBecause" in read.value));
  if (isAdmins) {
    const layer = layerIn(read.value, { file: name, env: place.env, hostName: os.hostname() });
    if ("fault" in layer) return [at("", layer.fault)];
    return checkSettings(mergeLayers([layer.document]), process.platform)
      .problems.filter(({ message }) => !isMissing.test(message))
      .map(({ key, message }) => at(key, message));
  }
  const { below, locks } = await opened(place).inLayers();
  const own = isLayer(read.value) ? withLocks(mergeLayers([below, read.value]), below, locks) : read.value;
  const secret = secretIn(read.value);
  const found = checkSettings(own, process.platform).problems;
  return [
    ...(secret === null ? [] : [at("", secret)]),
    ...found.map(({ key, message }) => ({ ...at(keyInLayer(key, own, read.value), message), key })),
  ];
}

/** `patch` goes above what is in force: settings as they are written, `null` for what shall be taken out. */
export async function changeSettings(place: SettingsPlace, patch: Layer): Promise<SettingsChange> {
  return await written(opened(place), false, (now) => {
    const own = now.own.kind === "read" && isLayer(now.own.value) ? now.own.value : {};
    const document = isLayer(now.document) ? now.document : {};
    // A value that was set is said also where it is so below.
    const said = { kind: "read", value: mergedOver(own, patch), text: "" } as const;
    return ownPart(mergedOver(document, patch), { below: now.below, own: said });
  });
}

/** Puts `own` in the place of `settings.json`. */
export async function applySettings(
  place: SettingsPlace,
  own: Layer,
  isDry: boolean,
): Promise<SettingsChange> {
  return await written(opened(place), isDry, () => own);
}

/** The settings in a file, or in a text; gives a sentence where there are none. */
export async function documentIn(
  from: string | { readonly text: string },
): Promise<{ readonly document: Layer } | { readonly message: string }> {
  const name = typeof from === "string" ? from : "Standard input";
  const read = typeof from === "string" ? await readJsonFile(from) : jsonIn(from.text, name);
  if (read.kind !== "read") return { message: read.message };
  return isLayer(read.value) ? { document: read.value } : { message: `${name} must be an object in braces.` };
}

const mostTries = 50;

/** Another process may write at the same time: then once more, from what it wrote. */
async function written(
  file: SettingsFile,
  isDry: boolean,
  ownOf: (now: SettingsInLayers) => Layer,
): Promise<SettingsChange> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const now = await file.inLayers();
    const own = ownOf(now);
    const before = now.own.kind === "read" ? textOf(now.own.value) : "";
    const diff = unifiedDiff(before, textOf(own), { before: file.path, after: file.path });
    const change = { isChanged: diff !== "", file: file.path, diff };
    const problems = refusals(own, now);
    if (problems.length > 0) return { ...change, isChanged: false, problems };
    if (isDry || diff === "") return { ...change, problems: [] };
    const done = await file.replace(own, now.revision);
    if (done.kind === "written") return { ...change, problems: [] };
    if (done.kind !== "conflict") return { ...change, isChanged: false, problems: [done.message] };
  }
  const busy = `Another program keeps changing ${file.path}; nothing was written.`;
  return { isChanged: false, file: file.path, diff: "", problems: [busy] };
}

/** Why it must not be written: it cannot be read now, a locked key, a secret, or problems that the settings do not have now. */
function refusals(own: Layer, now: SettingsInLayers): readonly string[] {
  if (now.own.kind === "unreadable") return [now.own.message];
  const refused = lockedIn(own, now) ?? secretIn(own);
  if (refused !== null) return [refused];
  const known = new Set(sentences(now.document));
  return sentences(withLocks(mergeLayers([now.below, own]), now.below, now.locks)).filter(
    (message) => !known.has(message),
  );
}

function sentences(document: unknown): readonly string[] {
  return document === undefined
    ? []
    : checkSettings(document, process.platform).problems.map(({ message }) => message);
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, "\t")}\n`;
}
