import { createRedactor } from "#adapters/log/redact.ts";
import type { Outcome } from "#domain/outcome.ts";

/**
 * Takes the password out of what the portal said: some proxies and error pages show the request that they refuse, its
 * Authorization header included. A message is touched only where the portal did so, as a password may be an everyday word.
 */
export function withoutEcho(outcome: Outcome, username: string, password: string): Outcome {
  if (!("failure" in outcome) || outcome.failure.portalMessage === null) return outcome;
  const { redact, registerSecret } = createRedactor();
  registerSecret(password, username);
  const { failure } = outcome;
  const portalMessage = redact(outcome.failure.portalMessage);
  if (portalMessage === failure.portalMessage) return outcome;
  return { ...outcome, failure: { ...failure, message: redact(failure.message), portalMessage } };
}
