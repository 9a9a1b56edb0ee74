/** Places of a password: the environment, `--password-file`, the keychain, the host's own file. */
export const secretPlaces = ["environment", "password-file", "keychain", "fallback"] as const;

export type SecretPlace = (typeof secretPlaces)[number];

/**
 * Steps of a test of the connection, in this order. `address` the text itself; `reach` name and connection; `tls`
 * the certificate; `portal` it answers like the portal; `password` it took the user name and password; `permission` the
 * user may send for the site.
 */
export const connectionStepNames = ["address", "reach", "tls", "portal", "password", "permission"] as const;

export type ConnectionStepName = (typeof connectionStepNames)[number];

/** `skipped`: not looked at, as an earlier step failed or there was nothing to look at. */
export const connectionStepStates = ["ok", "failed", "skipped"] as const;

/** Result of a step. */
export interface ConnectionStep {
  readonly name: ConnectionStepName;
  readonly state: (typeof connectionStepStates)[number];
  /** A sentence, also for `ok`. */
  readonly message: string;
}
