import { stat } from "node:fs/promises";
import path from "node:path";
import { type OwnerOnly, ownerOnly } from "#adapters/owner-only.ts";
import {
  codeOrEmpty,
  plainReason,
  readJsonFile,
  sealedBy,
  writeJsonFile,
} from "#adapters/settings/json-file.ts";
import type { SecretAnswer, SecretBackend } from "./secret-backend.ts";

/**
 * The fallback where no keychain exists: `credentials.json` in the data folder, mode 0600, one key for each account.
 * A file that others can read is refused until its mode is corrected; on Windows its rights are set when it is written.
 */
export function secretFile(
  dataFolder: string,
  platform: NodeJS.Platform = process.platform,
  owner: OwnerOnly = ownerOnly,
): SecretBackend {
  const file = path.join(dataFolder, "credentials.json");

  const change = async (edit: (secrets: Record<string, string>) => void): Promise<SecretAnswer> => {
    const read = await readSecrets(file, platform);
    if (read.kind !== "read") return { kind: "error", message: read.message };
    const secrets = { ...read.secrets };
    edit(secrets);
    const written = await writeJsonFile(file, secrets, 0o600, sealedBy(owner));
    return written.kind === "written" ? { kind: "done" } : { kind: "error", message: written.message };
  };

  return {
    name: "credentials.json",
    place: "fallback",
    async get(account) {
      const read = await readSecrets(file, platform);
      if (read.kind !== "read") return { kind: "error", message: read.message };
      const secret = Object.hasOwn(read.secrets, account) ? read.secrets[account] : undefined;
      return secret === undefined ? { kind: "absent" } : { kind: "found", secret };
    },
    keep: (account, secret) =>
      change((secrets) => {
        secrets[account] = secret;
      }),
    async forget(account) {
      const held = await this.get(account);
      if (held.kind === "absent") return { kind: "done" };
      return change((secrets) => {
        delete secrets[account];
      });
    },
  };
}

type SecretsRead =
  | { readonly kind: "read"; readonly secrets: Readonly<Record<string, string>> }
  | { readonly kind: "error"; readonly message: string };

async function readSecrets(file: string, platform: NodeJS.Platform): Promise<SecretsRead> {
  try {
    const mode = (await stat(file)).mode & 0o777;
    if (platform !== "win32" && (mode & 0o077) !== 0) {
      const message =
        `${file} contains a password and others can read it (mode 0${mode.toString(8)}). ` +
        `It is not used until this is fixed: run chmod 600 ${file}`;
      return { kind: "error", message };
    }
  } catch (error) {
    if (codeOrEmpty(error) === "ENOENT") return { kind: "read", secrets: {} };
    return { kind: "error", message: `${file} cannot be read: ${plainReason(error)}.` };
  }
  const read = await readJsonFile(file);
  if (read.kind === "missing") return { kind: "read", secrets: {} };
  if (read.kind === "unreadable") return { kind: "error", message: read.message };
  const entries = typeof read.value === "object" && read.value !== null ? Object.entries(read.value) : [];
  return {
    kind: "read",
    secrets: Object.fromEntries(entries.filter(([, secret]) => typeof secret === "string")),
  };
}
