import { stat } from "node:fs/promises";
import path from "node:path";
import { encodingError, readNamedText } from "#adapters/named-file.ts";
import { plainReason, readJsonFile, writeJsonFile } from "#adapters/settings/json-file.ts";
import { createInTurn } from "#base/async.ts";
import type { SecretFound, Secrets } from "#engine/ports/host.ts";
import { type AskKeychain, askInProcess, keychainBackends } from "./keychain-backends.ts";
import type { SecretAnswer, SecretBackend } from "./secret-backend.ts";
import { secretFile } from "./secret-file.ts";

/** Secrets that can also be removed. */
export interface KeptSecrets extends Secrets {
  /** Gives the secret that was kept for it, whatever environment and password file say. */
  kept(username: string, url: string): Promise<SecretFound>;
  /** Tells the place for a new secret: the fallback only where there is no keychain. */
  store(): Promise<"keychain" | "fallback">;
  /** Removes it wherever it was kept. Null, or a sentence that says which place still holds it. */
  forget(username: string, portalUrl: string): Promise<string | null>;
}

export interface KeychainOptions {
  readonly dataFolder: string;
  readonly env: NodeJS.ProcessEnv;
  /** `--password-file`; null where not given. */
  readonly passwordFile: string | null;
  /** Hears of what works and should not stay so (a password file that others can read). */
  readonly onWarning: (message: string) => void;
  /** How long one keychain may take; 5 s. */
  readonly timeoutMs?: number;
  readonly ask?: AskKeychain;
  /** The host's own place for when there is no keychain; `credentials.json` where not given. */
  readonly fallback?: SecretBackend;
}

/**
 * The password: SKYFERRY_PASSWORD, `--password-file`, keytar, @napi-rs/keyring, the host's fallback. The file
 * `secret-place.json` in the data folder says which of the last three holds it, because a locked keytar says "nothing here".
 * A secret goes to the fallback only where no keychain exists; a locked or hanging one is said, never bypassed.
 */
export function openKeychain(options: KeychainOptions): KeptSecrets {
  const { dataFolder, env, passwordFile, onWarning, timeoutMs = 5_000 } = options;
  const fallback = options.fallback ?? secretFile(dataFolder);
  const keychains = keychainBackends(options.ask ?? askInProcess(env), timeoutMs);
  const backends = [...keychains, fallback];
  const places = secretPlaces(dataFolder);

  // Changes go one after another: of two at once the second would undo what the first has written.
  const inTurn = createInTurn();

  const readKept = async (account: string): Promise<SecretFound> => {
    const recorded = await places.read(account);
    const backend = backends.find((one) => one.name === recorded);
    if (backend !== undefined) return asRecorded(account, backend, await backend.get(account));
    let error: SecretFound | null = null;
    for (const one of backends) {
      // The second library would only wait for the same keychain again.
      if (error !== null && one.place === "keychain") continue;
      const given = await one.get(account);
      if (given.kind === "error") error ??= { kind: "error", message: given.message };
      if (given.kind !== "found") continue;
      await inTurn(async () => {
        if ((await places.read(account)) === recorded) await places.write(account, one.name);
      });
      return { kind: "found", secret: given.secret, place: one.place, backend: one.name };
    }
    const message = `No password is stored for ${account}: enter it in Settings, or give it with SKYFERRY_PASSWORD or --password-file.`;
    return error ?? { kind: "none", message };
  };

  const keepOf = async (account: string, secret: string): ReturnType<KeptSecrets["keep"]> => {
    const before = await places.read(account);
    for (const backend of backends) {
      const given = await backend.keep(account, secret);
      if (given.kind === "unavailable") continue;
      if (given.kind !== "done") return { message: messageOf(given) };
      const written = await places.write(account, backend.name);
      if (written !== null) onWarning(written);
      const stale = backends.filter((one) => one !== backend && (one === fallback || one.name === before));
      for (const one of stale) await one.forget(account);
      return { place: backend.place, backend: backend.name };
    }
    return { message: "This PC has no place to store a password." };
  };

  const forgetOf = async (account: string): Promise<string | null> => {
    const recorded = await places.read(account);
    for (const backend of backends) {
      const given = await backend.forget(account);
      if (given.kind === "error" || (given.kind === "unavailable" && backend.name === recorded)) {
        return `The password of ${account} was not removed. ${messageOf(given)}`;
      }
    }
    return places.write(account, null);
  };

  return {
    async password(username, portalUrl) {
      const fromEnv = env.SKYFERRY_PASSWORD;
      if (fromEnv !== undefined && fromEnv !== "") {
        return { kind: "found", secret: fromEnv, place: "environment", backend: "SKYFERRY_PASSWORD" };
      }
      if (passwordFile !== null) return readPasswordFile(passwordFile, onWarning);
      return readKept(accountOf(username, portalUrl));
    },
    kept: (username, url) => readKept(accountOf(username, url)),
    async keep(username, portalUrl, secret) {
      if (secret === "") return { message: "An empty password is not saved." };
      return inTurn(() => keepOf(accountOf(username, portalUrl), secret));
    },
    async store() {
      for (const one of keychains)
        if ((await one.get(accountOf("", ""))).kind !== "unavailable") return "keychain";
      return "fallback";
    },
    forget: (username, portalUrl) => inTurn(() => forgetOf(accountOf(username, portalUrl))),
  };
}

/** `username@portal-host`, with the port where it is not the usual one. */
function accountOf(username: string, portalUrl: string): string {
  return `${username}@${URL.parse(portalUrl)?.host ?? portalUrl}`;
}

function asRecorded(account: string, backend: SecretBackend, given: SecretAnswer): SecretFound {
  if (given.kind === "found") {
    return { kind: "found", secret: given.secret, place: backend.place, backend: backend.name };
  }
  const reason = given.kind === "absent" ? "It is locked, or the entry was removed." : messageOf(given);
  const message = `The password of ${account} is stored in ${backend.name}. ${reason} Unlock it, or enter the password again.`;
  return { kind: "error", message };
}

function messageOf(given: SecretAnswer): string {
  return "message" in given ? given.message : "";
}

/**
 * Reads `--password-file`: its first line, without the line end. If others can read the file too, or if more lines have
 * text, `onWarning` hears it.
 */
async function readPasswordFile(file: string, onWarning: (message: string) => void): Promise<SecretFound> {
  try {
    const mode = (await stat(file)).mode & 0o777;
    if (process.platform !== "win32" && (mode & 0o044) !== 0) {
      onWarning(
        `The password file ${file} can be read by others (mode 0${mode.toString(8)}): run chmod 600 ${file}`,
      );
    }
    const text = await readNamedText(file);
    const encoding = encodingError(text);
    if (encoding !== null)
      return { kind: "error", message: `The password file ${file} cannot be read: ${encoding}.` };
    const [secret = "", ...others] = text.split(/\r?\n/);
    const hasOthers = others.some((line) => line.trim() !== "");
    if (secret === "")
      return {
        kind: "error",
        message: hasOthers
          ? `The first line of the password file ${file} is empty: it must contain the password.`
          : `The password file ${file} is empty.`,
      };
    if (hasOthers)
      onWarning(`The password file ${file} has more than one line: only the first line is used.`);
    return { kind: "found", secret, place: "password-file", backend: file };
  } catch (error) {
    return { kind: "error", message: `The password file ${file} cannot be read: ${plainReason(error)}.` };
  }
}

/** Remembers which backend holds the secret of an account; holds no secret. */
interface SecretPlaces {
  /** Name of the backend; null where nothing is known. */
  read(account: string): Promise<string | null>;
  /** Null forgets. Answers null, or a sentence why it could not be written. */
  write(account: string, backend: string | null): Promise<string | null>;
}

/** `secret-place.json` in the data folder. A damaged one is the same as none: the places are then searched again. */
function secretPlaces(dataFolder: string): SecretPlaces {
  const file = path.join(dataFolder, "secret-place.json");
  const readAll = async (): Promise<Map<string, unknown>> => {
    const read = await readJsonFile(file);
    const isObject = read.kind === "read" && typeof read.value === "object" && read.value !== null;
    return new Map(isObject ? Object.entries(read.value ?? {}) : []);
  };
  return {
    async read(account) {
      const backend = (await readAll()).get(account);
      return typeof backend === "string" ? backend : null;
    },
    async write(account, backend) {
      const all = await readAll();
      if ((all.get(account) ?? null) === backend) return null;
      if (backend === null) all.delete(account);
      else all.set(account, backend);
      const written = await writeJsonFile(file, Object.fromEntries(all));
      return written.kind === "written" ? null : written.message;
    },
  };
}
