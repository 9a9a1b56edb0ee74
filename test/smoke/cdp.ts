import { setTimeout as sleep } from "node:timers/promises";

/** A page of a program, as its debugging port names it. */
interface Target {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

/** A conversation over the Chrome DevTools Protocol, as raw as it is: nothing is put into the page beforehand. */
export interface Conversation {
  /** The result of a method; rejects with the protocol's own message, and when the line ends. */
  send<T>(method: string, params?: object): Promise<T>;
  close(): void;
}

/** Gives the answer of the debugging port at `/json/…`; null while nobody listens there. */
async function ask<T>(port: number, what: string): Promise<T | null> {
  const signal = AbortSignal.timeout(5_000);
  return await fetch(`http://127.0.0.1:${port}/json/${what}`, { signal }).then(
    async (answer) => (await answer.json()) as T,
    () => null,
  );
}

/** The pages whose address begins with `origin`. */
export async function pagesOf(port: number, origin: string): Promise<readonly Target[]> {
  const targets = (await ask<readonly Target[]>(port, "list")) ?? [];
  return targets.filter(({ type, url }) => type === "page" && url.startsWith(origin));
}

/** Speaks with the whole program; null while nobody listens. */
export async function openProgram(port: number): Promise<Conversation | null> {
  const found = await ask<{ readonly webSocketDebuggerUrl: string }>(port, "version");
  return found === null ? null : await converse(found.webSocketDebuggerUrl);
}

/** Speaks with the first page of `origin`, waiting for it until `timeoutMs` are over. */
export async function openPage(port: number, origin: string, timeoutMs: number): Promise<Conversation> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const [page] = await pagesOf(port, origin);
    if (page !== undefined) return await converse(page.webSocketDebuggerUrl);
    if (performance.now() > until) throw new Error(`no page of ${origin} within ${timeoutMs / 1000} s`);
    await sleep(200);
  }
}

/** The value of an expression in the page; a promise is waited for. Throws what the page throws. */
export async function evaluate<T>(page: Conversation, expression: string): Promise<T> {
  const { result, exceptionDetails } = await page.send<{
    readonly result: { readonly value: T };
    readonly exceptionDetails?: { readonly text: string };
  }>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true });
  if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`);
  return result.value;
}

async function converse(address: string): Promise<Conversation> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve(), { once: true });
    socket.addEventListener("error", () => reject(new Error(`no conversation at ${address}`)), {
      once: true,
    });
  });
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as {
      readonly id?: number;
      readonly result?: unknown;
      readonly error?: { readonly message: string };
    };
    const asked = waiting.get(answer.id ?? 0);
    waiting.delete(answer.id ?? 0);
    if (answer.error === undefined) asked?.resolve(answer.result);
    else asked?.reject(new Error(answer.error.message));
  });
  socket.addEventListener("close", () => {
    for (const asked of waiting.values()) asked.reject(new Error("the program has ended the conversation"));
    waiting.clear();
  });
  return {
    send<T>(method: string, params: object = {}) {
      lastId += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(lastId, asked);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return asked.promise as Promise<T>;
    },
    close: () => socket.close(),
  };
}
