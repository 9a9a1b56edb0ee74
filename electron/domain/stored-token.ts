/** Scopes of a token that is kept, each with all that those before it may do. */
export const tokenScopes = ["read", "operate"] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** `host`: only the host's own token, which is new at every start, is enough. */
export type NeededScope = TokenScope | "host";

/** A token of a program, as it is kept: its text is known to nobody but that program. */
export interface StoredToken {
  /** Eight characters of `0-9a-f`; no name looks like that. */
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** SHA-256 of its text, in hex. */
  readonly sha256: string;
  /** Epoch milliseconds. */
  readonly createdAtMs: number;
  /** It is in force before this moment; null where it does not expire. */
  readonly expiresAtMs: number | null;
}

export const tokenId = /^[0-9a-f]{8}$/;

/** Most tokens of one station, expired ones included. */
export const mostTokens = 100;

export const mostTokenDays = 3650;

const fitName = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,48}[\p{L}\p{N}._-])?$/u;

/** Why a new token cannot have this name, as one sentence; null where it can. */
export function tokenNameProblem(name: string, kept: readonly StoredToken[]): string | null {
  if (!fitName.test(name) || tokenId.test(name))
    return "The name of a token has 1 to 50 letters, digits, spaces, dots, hyphens or underscores, begins with a letter or digit, and is no id: choose another name.";
  const same = kept.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (same !== undefined)
    return `There is a token named ${JSON.stringify(same.name)} already: revoke it first, or choose another name.`;
  if (kept.length >= mostTokens)
    return `There are ${mostTokens} tokens already: revoke one that is not needed any more.`;
  return null;
}

export function isExpired({ expiresAtMs }: Pick<StoredToken, "expiresAtMs">, nowMs: number): boolean {
  return expiresAtMs !== null && nowMs >= expiresAtMs;
}

const ranks: Readonly<Record<NeededScope, number>> = { read: 0, operate: 1, host: 2 };

/** True where a token of this scope may do what needs the other. */
export function isEnough(has: TokenScope, needs: NeededScope): boolean {
  return ranks[has] >= ranks[needs];
}
