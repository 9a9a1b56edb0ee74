import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { tokenMethods } from "#contract/program-tokens.ts";
import { isExpired } from "#domain/stored-token.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { TokenStore } from "#engine/ports/token-store.ts";

export interface TokenParts {
  readonly tokens: TokenStore;
  readonly clock: Pick<Clock, "nowMs">;
}

const notOffered = fail("not-offered", "This host keeps no tokens: run skyferry token.");

/** `tokens.*`; `null` where a host keeps none. */
export function tokenHandlers(parts: TokenParts | null): Pick<Handlers, keyof typeof tokenMethods> {
  if (parts === null) {
    const refuse = async () => notOffered;
    return { "tokens.list": refuse, "tokens.create": refuse, "tokens.revoke": refuse };
  }
  const { tokens, clock } = parts;
  return {
    async "tokens.list"() {
      const kept = await tokens.list();
      if ("message" in kept) return ok({ tokens: [], message: kept.message });
      const nowMs = clock.nowMs();
      return ok({ tokens: kept.map((one) => ({ ...one, isExpired: isExpired(one, nowMs) })), message: null });
    },
    async "tokens.create"(wish) {
      const made = await tokens.create(wish);
      if ("message" in made) return fail(made.isWish ? "bad-input" : "not-saved", made.message);
      return ok({ token: made.token, ...made.kept });
    },
    async "tokens.revoke"({ token }) {
      const gone = await tokens.revoke(token);
      if (gone === null) return fail("not-found", `There is no token ${JSON.stringify(token)}.`);
      return "message" in gone ? fail("not-saved", gone.message) : ok(gone);
    },
  };
}
