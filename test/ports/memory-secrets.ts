import type { KeptSecrets } from "#adapters/secrets/keychain.ts";

/** Secrets in memory: a keychain that always works. */
export function memorySecrets(known: Readonly<Record<string, string>> = {}): KeptSecrets {
  const held = new Map(Object.entries(known));
  const accountOf = (username: string, portalUrl: string) => `${username}@${new URL(portalUrl).host}`;
  return {
    password: async (username, portalUrl) => {
      const account = accountOf(username, portalUrl);
      const secret = held.get(account);
      return secret === undefined
        ? { kind: "none", message: `No password is stored for ${account}.` }
        : { kind: "found", secret, place: "keychain", backend: "memory" };
    },
    keep: async (username, portalUrl, secret) => {
      if (secret === "") return { message: "An empty password is not saved." };
      held.set(accountOf(username, portalUrl), secret);
      return { place: "keychain", backend: "memory" };
    },
    store: async () => "keychain",
    forget: async (username, portalUrl) => {
      held.delete(accountOf(username, portalUrl));
      return null;
    },
  };
}
