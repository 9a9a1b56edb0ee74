import type { Dispatcher } from "undici";
import type { Clock, Log, Webhook, WebhookMessage } from "#engine/ports/host.ts";

export interface WebhookParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly version: string;
  /** `portal.proxy` of the settings; null takes the environment's. */
  readonly proxy: () => string | null;
  /** For one try, from the connection to the last byte; 10 s. */
  readonly tryMs?: number;
}

const usualTryMs = 10_000;
const triesAtMost = 3;
const pausesMs = [5_000, 30_000] as const;
/** More than this waiting means that the webhook does not answer: the oldest are given up. */
const waitingAtMost = 20;
const logEveryMs = 3_600_000;

/**
 * Posts notifications as JSON, one after another, over connections of its own. A redirect is not followed. What does not
 * answer, or answers 408, 425, 429 or 5xx, is tried three times; anything else that is no 2xx is given up at once.
 * Failures are in the log once an hour, without the address, which may hold a secret.
 */
export function createHttpWebhook({ clock, log, version, proxy, tryMs = usualTryMs }: WebhookParts): Webhook {
  const closing = new AbortController();
  const waiting: { readonly address: string; readonly message: WebhookMessage }[] = [];
  let working: Promise<void> | null = null;
  let loggedAt: number | null = null;

  const failed = (reason: string): void => {
    const now = clock.monotonicMs();
    if (closing.signal.aborted || (loggedAt !== null && now - loggedAt < logEveryMs)) return;
    loggedAt = now;
    log.warn("a notification could not be sent to the webhook", { reason });
  };

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const reason = await deliver(next.address, JSON.stringify(next.message));
      if (reason !== null) failed(reason);
    }
    working = null;
  };

  /** Null when it was taken, else why not. */
  const deliver = async (address: string, body: string): Promise<string | null> => {
    for (let tries = 1; ; tries++) {
      const came = await tryOnce(address, body);
      if (came.kind === "taken") return null;
      if (!came.isTransient || tries >= triesAtMost || closing.signal.aborted) return came.reason;
      await clock.sleep(pausesMs[tries - 1] ?? 0, closing.signal);
      if (closing.signal.aborted) return came.reason;
    }
  };

  const tryOnce = async (address: string, body: string): Promise<Came> => {
    let dispatcher: Dispatcher | null = null;
    const timeout = new AbortController();
    const end = () => timeout.abort();
    let timer: NodeJS.Timeout | undefined;
    closing.signal.addEventListener("abort", end, { once: true });
    try {
      // Loaded here: most stations have no webhook.
      const undici = await import("undici");
      timer = setTimeout(end, tryMs);
      dispatcher = wayTo(undici, proxy(), tryMs);
      const headers = { "content-type": "application/json", "user-agent": `Skyferry/${version}` };
      const answer = await undici.request(address, {
        method: "POST",
        headers,
        body,
        dispatcher,
        signal: timeout.signal,
      });
      await answer.body.dump({ limit: 100_000, signal: timeout.signal }).catch(() => undefined);
      const { statusCode } = answer;
      if (statusCode >= 200 && statusCode < 300) return { kind: "taken" };
      const isTransient = statusCode >= 500 || [408, 425, 429].includes(statusCode);
      return { kind: "failed", isTransient, reason: `it answered ${statusCode}` };
    } catch (error) {
      const reason = timeout.signal.aborted ? `it did not answer in ${tryMs / 1000} s` : codeOf(error);
      return { kind: "failed", isTransient: true, reason };
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener("abort", end);
      await dispatcher?.destroy();
    }
  };

  return {
    post(address, message) {
      if (closing.signal.aborted) return;
      waiting.push({ address, message });
      while (waiting.length > waitingAtMost) waiting.shift();
      working ??= work();
    },
    async close() {
      waiting.length = 0;
      closing.abort();
      await working;
    },
  };
}

type Came =
  | { readonly kind: "taken" }
  | { readonly kind: "failed"; readonly isTransient: boolean; readonly reason: string };

function wayTo(undici: typeof import("undici"), proxy: string | null, tryMs: number): Dispatcher {
  const shared = { connections: 1, connect: { timeout: tryMs } };
  if (proxy !== null) return new undici.ProxyAgent({ ...shared, uri: proxy });
  return new undici.EnvHttpProxyAgent(shared);
}

/** A word for the log that cannot hold the address. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "the connection failed";
}
