import type { TokenFacts, TokenStore } from "#engine/ports/token-store.ts";

/** Texts of the tokens that a fake store begins with. */
export const fakeTokens = { read: "read-token", operate: "operate-token" } as const;

/** Keeps tokens in memory, and checks nothing: two that are called as their scopes, in force until they are revoked. */
export function createFakeTokens(): TokenStore {
  const kept = new Map<string, TokenFacts>();
  const add = (text: string, facts: Pick<TokenFacts, "name" | "scope">) => {
    const token = { id: `0000000${kept.size}`, createdAtMs: 0, expiresAtMs: null, ...facts };
    kept.set(text, token);
    return token;
  };
  add(fakeTokens.read, { name: "read", scope: "read" });
  add(fakeTokens.operate, { name: "operate", scope: "operate" });
  return {
    list: async () => [...kept.values()].map((one) => ({ ...one, lastUsedAtMs: null })),
    create: async ({ name, scope }) => ({ token: name, kept: add(name, { name, scope }) }),
    async revoke(name) {
      const [text, gone] = [...kept].find(([, one]) => one.name === name) ?? [];
      if (text !== undefined) kept.delete(text);
      return gone ?? null;
    },
    inForce: async (text) => kept.get(text) ?? null,
  };
}
