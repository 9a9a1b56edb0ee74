import path from "node:path";
import type { z } from "zod";
import { isOpenHttp } from "#base/loopback.ts";
import { once } from "#base/once.ts";
import {
  instrumentSchema,
  keepSchema,
  modelSourceSchema,
  notificationsSchema,
  portalSchema,
} from "#contract/settings-file.ts";
import { type NotificationSettings, usualNotifications } from "#domain/notification-settings.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";
import { modelPid } from "#domain/portal-records.ts";
import { usualOf } from "#domain/setting-rows.ts";
import {
  type Instrument,
  type KeepSettings,
  type PortalSettings,
  type Settings,
  type SettingsProblem,
  usualKeep,
} from "#domain/settings.ts";
import { keepRows, portalRows, settingsTable } from "#domain/settings-table.ts";
import { checkChannels } from "./channel-check.ts";
import {
  type CheckedSection,
  checkMetrics,
  checkSection,
  checkStation,
  checkStationReport,
  wholeFolderError,
} from "./section-checks.ts";
import { issueProblems, unknownKey } from "./settings-issues.ts";
import { sizeError } from "./settings-size.ts";

/** Settings that can be used and what is wrong with the rest. */
export interface CheckedSettings {
  readonly settings: Settings;
  readonly problems: readonly SettingsProblem[];
  /** False when the portal section cannot be used: files are found and kept, and nothing is sent. */
  readonly canSend: boolean;
  /** Key in the file of each instrument in `settings`, in the same order: `instruments[0]`, `models[2]`. */
  readonly places: readonly string[];
}

/** Settings that stand for a portal that is not configured. */
const noPortal: PortalSettings = { ...usualOf(portalRows), url: "", username: "" };

/** Settings of which nothing can be used, and the one reason. */
export function nothingUsable(message: string): CheckedSettings {
  const problems = [{ key: "", message, instrument: null }];
  return {
    settings: { portal: noPortal, instruments: [], notifications: usualNotifications, keep: allIsKept },
    problems,
    canSend: false,
    places: [],
  };
}

/** Conf keeps its own notes under `__internal__`; an editor finds its schema by `$schema`. */
const topKeys: ReadonlySet<string> = new Set([
  ...Object.keys(settingsTable),
  ...Object.keys(settingsTable[""]),
  "__internal__",
  "$schema",
]);

/**
 * Checks the document of a settings file, without looking at the disk. The rules:
 * a known key of the portal with a value that cannot be used stops sending; an unknown key there is passed over;
 * an instrument with anything wrong is left out, as a mistyped key might be the one that tells its files apart;
 * of two with one name or the same files the first stays; nothing of settings that are too large (`sizeError`) is used. `platform` tells how paths are written.
 */
export function checkSettings(document: unknown, platform: NodeJS.Platform): CheckedSettings {
  if (!isObject(document))
    return nothingUsable("The settings must be an object in braces: portal and instruments.");
  const tooLarge = sizeError(document);
  if (tooLarge !== null) return nothingUsable(tooLarge);
  const problems: SettingsProblem[] = Object.keys(document)
    .filter((key) => !topKeys.has(key))
    .map((key) => ({ key, message: unknownKey("", key), instrument: null }));
  const portal = checkPortal(document.portal);
  const found = checkSources(document, platform);
  const notificationsCheck = checkNotifications(document.notifications, writtenNames(document));
  const keepCheck = checkKeep(document.keep);
  const metrics = checkMetrics(document.metrics);
  const station = checkStation(document);
  const report = checkStationReport(document.report, found.instruments, platform);
  return {
    settings: {
      portal: portal.settings,
      instruments: found.instruments,
      notifications: notificationsCheck.settings,
      keep: keepCheck.settings,
      metrics: metrics.settings,
      report: report.settings,
      ...station.settings,
    },
    problems: [
      ...problems,
      ...[station, portal, found, notificationsCheck, keepCheck, metrics, report].flatMap(
        (part) => part.problems,
      ),
    ],
    canSend: portal.canSend,
    places: found.places,
  };
}

interface CheckedPortal extends CheckedSection<PortalSettings> {
  readonly canSend: boolean;
}

const nothingSent = "Nothing is sent until this is corrected.";

function checkPortal(written: unknown): CheckedPortal {
  const first = portalSchema.safeParse(written);
  if (first.success) return checkOpenness(first.data, []);
  const place = { key: "portal", instrument: null };
  const unknown = first.error.issues.filter(
    (issue) => issue.code === "unrecognized_keys" && issue.path.length === 0,
  );
  const passedOver = issueProblems(unknown, written, { ...place, consequence: "It is ignored." });
  const wrong = first.error.issues.filter((issue) => !unknown.includes(issue));
  if (wrong.length === 0) return checkOpenness(portalSchema.strip().parse(written), passedOver);
  const problems = issueProblems(wrong, written, { ...place, consequence: nothingSent });
  // The values that can be read are shown.
  const settings = { ...noPortal, ...readable(portalSchema.shape, written) };
  return { settings, problems: [...passedOver, ...problems], canSend: false };
}

/** The values of `written` that fit their key's schema. */
function readable(shape: Readonly<Record<string, z.ZodType>>, written: unknown): object {
  if (!isObject(written)) return {};
  const read = Object.entries(shape).flatMap(([key, schema]) => {
    const parsed = key in written ? schema.safeParse(written[key]) : undefined;
    return parsed?.success ? [[key, parsed.data]] : [];
  });
  return Object.fromEntries(read);
}

function checkOpenness(settings: PortalSettings, problems: readonly SettingsProblem[]): CheckedPortal {
  if (!isOpenHttp(settings.url) || settings.allowInsecureHttp) return { settings, problems, canSend: true };
  const message =
    `portal.url is ${settings.url}: over plain http, others on the network can read the password. ` +
    `Use https, or set portal.allowInsecureHttp to true. ${nothingSent}`;
  return {
    settings,
    problems: [...problems, { key: "portal.url", message, instrument: null }],
    canSend: false,
  };
}

const notificationsAlone = once(() => notificationsSchema().omit({ channels: true }));

/** A key that cannot be used takes its default: a mistyped switch must not silence the rest. */
function checkNotifications(
  written: unknown,
  names: ReadonlySet<string>,
): CheckedSection<NotificationSettings> {
  if (written === undefined || written === null) return { settings: usualNotifications, problems: [] };
  const { channels, ...rest } = isObject(written) ? written : { channels: undefined };
  const alone = isObject(written) ? rest : written;
  const usable = { ...usualNotifications, ...readable(notificationsAlone().shape, alone) };
  const consequence = "Until then the default is used.";
  const own = checkSection("notifications", notificationsAlone(), alone, usable, consequence);
  const channelsCheck = checkChannels(channels ?? [], names);
  return {
    settings: { ...own.settings, channels: channelsCheck.channels },
    problems: [...own.problems, ...channelsCheck.problems],
  };
}

/** Names of all instruments and models that the file has, also of those with a problem. */
function writtenNames(document: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const lists = [document.instruments, document.models].flatMap((list: unknown) =>
    Array.isArray(list) ? list : [],
  );
  return new Set(lists.flatMap((one: unknown) => (isObject(one) ? String(one.name) : [])));
}

/** Nothing is thrown away while it is not known how much shall be kept. */
export const allIsKept: KeepSettings = {
  journalLines: keepRows.journalLines.most,
  logMB: keepRows.logMB.most,
};

/**
 * A limit that cannot be used, or that a mistyped key may stand for, is as high as it can be: a mistake must not cost
 * lines that the operator wants to keep.
 */
function checkKeep(written: unknown): CheckedSection<KeepSettings> {
  if (written === undefined || written === null) return { settings: usualKeep, problems: [] };
  const usable = { ...allIsKept, ...readable(keepSchema().shape, written) };
  return checkSection("keep", keepSchema(), written, usable, "Until then nothing is deleted.");
}

interface CheckedInstruments {
  readonly instruments: readonly Instrument[];
  readonly problems: readonly SettingsProblem[];
  readonly places: readonly string[];
}

/** Instruments and models together: each name, and each file, belongs to one of all of them. */
function checkSources(document: Record<string, unknown>, platform: NodeJS.Platform): CheckedInstruments {
  const found: Found = {
    taken: { names: new Set(), claims: new Map() },
    instruments: [],
    problems: [],
    places: [],
  };
  checkList("instruments", document.instruments, found, platform);
  if (document.models !== undefined) checkList("models", document.models, found, platform);
  return found;
}

interface Found extends CheckedInstruments {
  readonly taken: { readonly names: Set<string>; readonly claims: Map<string, Instrument> };
  readonly instruments: Instrument[];
  readonly problems: SettingsProblem[];
  readonly places: string[];
}

function checkList(
  list: "instruments" | "models",
  written: unknown,
  { taken, instruments, problems, places }: Found,
  platform: NodeJS.Platform,
): void {
  if (!Array.isArray(written)) {
    const message = `${list} must be a list in brackets, one entry for each ${list.slice(0, -1)}.`;
    problems.push({ key: list, message, instrument: null });
    return;
  }
  written.forEach((one: unknown, index) => {
    const key = `${list}[${index}]`;
    const place = { key, instrument: nameOf(one, key) };
    const consequence = `"${place.instrument}" is left out until this is corrected.`;
    const parsed = list === "models" ? modelSource().safeParse(one) : instrumentSchema.safeParse(one);
    const wrong = parsed.success
      ? errorOf(parsed.data, taken, platform).map(({ key: at, message }) => ({
          key: `${key}.${at}`,
          message: `${key}.${at} ${message}. ${consequence}`,
          instrument: place.instrument,
        }))
      : issueProblems(parsed.error.issues, one, { ...place, consequence });
    problems.push(...wrong);
    if (parsed.success && wrong.length === 0) {
      instruments.push(parsed.data);
      taken.names.add(parsed.data.name);
      taken.claims.set(claim(parsed.data, platform), parsed.data);
      places.push(key);
    }
  });
}

const modelSource = once(() =>
  modelSourceSchema().transform(
    ({ model, ...rest }): Instrument => ({
      ...rest,
      kind: "model",
      instrument: model,
      pid: modelPid(model),
      tags: [],
    }),
  ),
);

interface Error {
  readonly key: "name" | "folder" | "pattern";
  /** The end of a sentence that begins with the key. */
  readonly message: string;
}

/** Names and claims that the instruments above have taken. */
interface Taken {
  readonly names: ReadonlySet<string>;
  readonly claims: ReadonlyMap<string, Instrument>;
}

function errorOf(one: Instrument, { names, claims }: Taken, platform: NodeJS.Platform): Error[] {
  const errors: Error[] = [];
  const folderTrouble = wholeFolderError(one.folder, platform);
  if (folderTrouble !== null) errors.push({ key: "folder", message: folderTrouble });
  const compiled = compilePattern(one.pattern);
  if (compiled.kind === "refused") {
    errors.push({ key: "pattern", message: `"${one.pattern}" cannot be used: ${compiled.reason}` });
  }
  if (names.has(one.name)) {
    errors.push({
      key: "name",
      message: `is "${one.name}", like one above; give each its own name`,
    });
  }
  const twin = claims.get(claim(one, platform));
  if (twin !== undefined) {
    const message = `matches the same files as "${twin.name}" above; a file can be sent for only one instrument`;
    errors.push({ key: "pattern", message });
  }
  return errors;
}

/** Gives the claim of an instrument, written so that equal claims are equal. */
function claim(one: Instrument, platform: NodeJS.Platform): string {
  const paths = platform === "win32" ? path.win32 : path.posix;
  const full = paths.join(one.folder, one.pattern.replaceAll("\\", "/")).normalize("NFC");
  return platform === "win32" ? full.toLowerCase() : full;
}

function nameOf(one: unknown, key: string): string {
  const name = isObject(one) ? one.name : null;
  return typeof name === "string" && name.trim() !== "" ? name.trim() : key;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
