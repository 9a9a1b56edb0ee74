import type { SecretPlace } from "#domain/connection.ts";

/** Answer of a place for secrets. `message` is a sentence for the operator and never holds the secret. */
export type SecretAnswer =
  | { readonly kind: "found"; readonly secret: string }
  /** Kept or forgotten as asked; for `forget` also when there was nothing. */
  | { readonly kind: "done" }
  /** The place works and holds nothing under this account. */
  | { readonly kind: "absent" }
  /** This computer or session has no such place. */
  | { readonly kind: "unavailable"; readonly message: string }
  /** The place exists and cannot be used now: locked, hanging, unsafe. */
  | { readonly kind: "error"; readonly message: string };

/** A place that can keep a secret under an account (`username@portal-host`). No call rejects. */
export interface SecretBackend {
  /** Names it in `secret-place.json` and towards the operator. */
  readonly name: string;
  readonly place: SecretPlace;
  get(account: string): Promise<SecretAnswer>;
  /** Answers `done` only when the secret was read back unchanged. */
  keep(account: string, secret: string): Promise<SecretAnswer>;
  forget(account: string): Promise<SecretAnswer>;
}
