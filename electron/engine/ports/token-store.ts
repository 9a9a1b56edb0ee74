import type { StoredToken, TokenScope } from "#domain/stored-token.ts";

/** A token without its hash. */
export type TokenFacts = Omit<StoredToken, "sha256">;

export interface KeptToken extends TokenFacts {
  /** Epoch milliseconds, to the hour after a restart; null where it was not used yet. */
  readonly lastUsedAtMs: number | null;
}

export interface TokenWish {
  readonly name: string;
  readonly scope: TokenScope;
  /** From now on; null: it does not expire. */
  readonly days: number | null;
}

/** Tokens of programs. A `message` is one sentence that says what to do. */
export interface TokenStore {
  /** All, expired ones included. A message where they cannot be read: none is in force then. */
  list(): Promise<readonly KeptToken[] | { readonly message: string }>;
  /** `token` is its text, which is kept nowhere. `isWish`: the wish cannot be met; else the disk did not take it. */
  create(
    wish: TokenWish,
  ): Promise<
    | { readonly token: string; readonly kept: TokenFacts }
    | { readonly message: string; readonly isWish: boolean }
  >;
  /** By name or id; null where there is none. */
  revoke(nameOrId: string): Promise<TokenFacts | { readonly message: string } | null>;
  /** The token of this text, where it is in force at this moment; else null. Takes note of the use. */
  inForce(text: string): Promise<TokenFacts | null>;
}
