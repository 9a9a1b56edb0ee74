import type { ChannelSecret } from "#adapters/notify/channels.ts";
import type { KeptSecrets } from "#adapters/secrets/keychain.ts";
import { channelAccountOf } from "#domain/channels.ts";
import type { Channel } from "#domain/notification-settings.ts";
import type { ChannelSecretState } from "#engine/ports/channels.ts";
import type { Log, SecretFound } from "#engine/ports/host.ts";

export interface ChannelPasswordsParts {
  readonly secrets: KeptSecrets;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log & { registerSecret(secret: string, username?: string): void };
}

/** Passwords of channels, from the environment or the keychain; each that is found is kept out of the log. */
export function createChannelPasswords({ secrets, env, log }: ChannelPasswordsParts) {
  const found = async (channel: Channel): Promise<SecretFound | null> => {
    const account = channelAccountOf(channel);
    if (account === null) return null;
    const variable = secretVariable(channel.name);
    const given = env[variable];
    const secret: SecretFound =
      given !== undefined && given !== ""
        ? { kind: "found", secret: given, place: "environment", backend: variable }
        : await secrets.kept(account.username, account.url);
    if (secret.kind === "found") log.registerSecret(secret.secret, account.username);
    if (secret.kind !== "none") return secret;
    const message = `No password is stored for ${account.username}: enter it in Settings, or set ${variable}.`;
    return { kind: "none", message };
  };

  const stateOf = async (channel: Channel): Promise<ChannelSecretState> => {
    const given = await found(channel);
    if (given === null) return { isNeeded: false, place: null, message: null };
    if (given.kind === "found") return { isNeeded: true, place: given.place, message: null };
    return { isNeeded: true, place: null, message: given.message };
  };

  return {
    stateOf,
    async secretOf(channel: Channel): Promise<ChannelSecret> {
      const given = await found(channel);
      if (given === null) return { secret: null };
      return given.kind === "found" ? { secret: given.secret } : { message: given.message };
    },
    /** Keeps it in the keychain; `message` says why that cannot be done. */
    async keep(channel: Channel, secret: string): Promise<ChannelSecretState> {
      const account = channelAccountOf(channel);
      if (account === null) return await stateOf(channel);
      log.registerSecret(secret, account.username);
      const written = await secrets.keep(account.username, account.url, secret);
      const state = await stateOf(channel);
      return "message" in written ? { ...state, message: written.message } : state;
    },
  };
}

/** `SKYFERRY_PASSWORD_LAB_MAIL`, of a channel "Lab mail". */
function secretVariable(name: string): string {
  return `SKYFERRY_PASSWORD_${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}`;
}
