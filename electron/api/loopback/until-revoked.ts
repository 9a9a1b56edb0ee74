import type { TokenStore } from "#engine/ports/token-store.ts";

const lookEveryMs = 1_000;

/** Calls `onEnd` within a second after this token is not in force any more. Gives what stops looking. */
export function untilRevoked(
  text: string,
  tokens: Pick<TokenStore, "inForce">,
  onEnd: () => void,
): () => void {
  const timer = setInterval(async () => {
    if ((await tokens.inForce(text)) !== null) return;
    clearInterval(timer);
    onEnd();
  }, lookEveryMs);
  return () => clearInterval(timer);
}
