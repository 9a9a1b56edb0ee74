import { createTokenFile } from "#adapters/secrets/token-file.ts";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import { type TokenParts, tokenHandlers } from "#api/handlers/token-handlers.ts";
import type { Clock, Log } from "#engine/ports/host.ts";

/** Tokens of a data folder, which need not be open. */
export function openTokens(
  dataFolder: string,
  clock: Pick<Clock, "nowMs">,
  log: Pick<Log, "info" | "warn" | "error">,
): TokenParts {
  const tokens = createTokenFile({
    dataFolder,
    nowMs: () => clock.nowMs(),
    uses: createJsonStore(`${dataFolder}/token-uses.json`, log),
    onDamaged: (message) => log.warn("the tokens of programs cannot be used", { message }),
  });
  return { tokens, clock };
}

/** `tokens.*` of a data folder, whether a host runs on it or not: a host reads what is changed. */
export function tokensWithoutHost(dataFolder: string) {
  // Problems are in the answers.
  const silent = { info() {}, warn() {}, error() {} };
  return tokenHandlers(openTokens(dataFolder, { nowMs: Date.now }, silent));
}
