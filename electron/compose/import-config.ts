import { dirname } from "node:path";
import { ledgerFolder } from "#adapters/ledger/folder.ts";
import { newerLedger } from "#adapters/ledger/version.ts";
import { readNamedText } from "#adapters/named-file.ts";
import { openKeychain } from "#adapters/secrets/keychain.ts";
import { readSubmitConfig, type SubmitConfig } from "#adapters/settings/client-config.ts";
import { mergeSubmitConfig, type SubmitMerge } from "#adapters/settings/client-config-merge.ts";
import { plainReason } from "#adapters/settings/json-file.ts";
import { openSettings, type SettingsFile } from "#adapters/settings/settings-store.ts";

export interface ImportRequest {
  /** TOML of the official command-line client, absolute. */
  readonly file: string;
  /** Null is `settings.json` in the data folder. */
  readonly settingsFile: string | null;
  /** Null is the folder of the settings file. */
  readonly dataFolder: string | null;
  /** Null keeps what the settings or the TOML name. */
  readonly portalUrl: string | null;
  readonly env: NodeJS.ProcessEnv;
}

export interface ImportDone {
  readonly isWritten: boolean;
  readonly settingsFile: string;
  readonly instrumentCount: number;
  readonly modelCount: number;
  /** Settings that were written differently, one sentence each. */
  readonly notes: readonly string[];
  /** Settings that could not be carried over or must be completed, one sentence each. */
  readonly problems: readonly string[];
  /** Place of the password in one sentence; null when the file held none or it was not saved. */
  readonly password: string | null;
}

/**
 * Carries the official client's configuration over: instruments and user name into the settings, the password into
 * the keychain. Instruments that are there stay; one that says the same is not added again. A data folder of a newer
 * Skyferry is left as it is.
 */
export async function importConfiguration(request: ImportRequest): Promise<ImportDone> {
  const dataFolder = request.dataFolder ?? dirname(request.settingsFile ?? request.file);
  const settings = openSettings({ file: request.settingsFile, dataFolder, env: request.env });
  const nothing = {
    isWritten: false,
    settingsFile: settings.path,
    instrumentCount: 0,
    modelCount: 0,
    notes: [],
    password: null,
  };
  const newer = newerLedger(ledgerFolder(dataFolder));
  if (newer !== null) return { ...nothing, problems: [newer] };
  const text = await readNamedText(request.file).catch((error: Error) => error);
  if (typeof text !== "string")
    return { ...nothing, problems: [`${request.file} cannot be read: ${plainReason(text)}.`] };
  const config = readSubmitConfig(text, dirname(request.file));
  if (config.portalUsername === null && config.instruments.length + config.models.length === 0)
    return { ...nothing, problems: config.problems.map((problem) => `${request.file}: ${problem}`) };

  const merged = await mergeInto(settings, config, request.portalUrl);
  if ("message" in merged) return { ...nothing, problems: [merged.message] };
  const { added, addedModels, url, username, notes: said } = merged;

  const problems = config.problems.map((problem) => `${request.file}: ${problem}`);
  const notes = [...said];
  if (url === "")
    notes.push(
      `The official client's file does not contain the portal's address: add it as portal.url to ${settings.path}, or import again with --portal-url.`,
    );
  const password =
    config.password === null
      ? null
      : await keep(config.password, { username, url, dataFolder, env: request.env });
  if (password !== null && password.problem !== null) problems.push(password.problem);
  return {
    isWritten: true,
    settingsFile: settings.path,
    instrumentCount: added.length,
    modelCount: addedModels.length,
    notes,
    problems,
    password: password?.said ?? null,
  };
}

const mostTries = 20;

/** Adds to the settings as they are when they are written: a host may be saving its own at the same time. */
async function mergeInto(
  settings: SettingsFile,
  config: SubmitConfig,
  portalUrl: string | null,
): Promise<SubmitMerge | { readonly message: string }> {
  for (let tries = 1; tries <= mostTries; tries++) {
    const { own, document, revision } = await settings.inLayers();
    if (own.kind === "unreadable") return { message: own.message };
    const merged = mergeSubmitConfig(config, asObject(document), portalUrl);
    const written = await settings.save(merged.document, revision);
    if (written.kind === "failed" || written.kind === "locked") return { message: written.message };
    if (written.kind === "written") return merged;
  }
  return { message: `Another program keeps changing ${settings.path}; nothing was written.` };
}

async function keep(
  secret: string,
  {
    username,
    url,
    dataFolder,
    env,
  }: { username: string; url: string; dataFolder: string; env: NodeJS.ProcessEnv },
): Promise<{ said: string | null; problem: string | null }> {
  // Without an address it is kept for the user name alone; the portal that the settings will name finds it there.
  const secrets = openKeychain({ dataFolder, env, passwordFile: null, onWarning: () => {} });
  const stored = await secrets.keep(username, url, secret);
  if ("message" in stored) return { said: null, problem: `The password was not saved: ${stored.message}` };
  return { said: `The password is in the ${stored.place} (${stored.backend}).`, problem: null };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
