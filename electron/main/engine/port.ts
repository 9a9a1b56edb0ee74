import { errorText } from "#base/text.ts";
import { shellText } from "#main/text.ts";

/** An end of a channel between two processes, as Electron's `MessagePortMain`: plain data alone crosses it. */
export interface Port {
  postMessage(message: unknown): void;
  on(event: "message", hear: (message: { readonly data: unknown }) => void): unknown;
  on(event: "close", hear: () => void): unknown;
  /** Until then messages wait. */
  start(): void;
}

/** Functions that an end answers, by name. */
type Functions<F> = { readonly [N in keyof F]: (...given: never[]) => unknown };
type Given<F, N extends keyof F> = F[N] extends (...given: infer G) => unknown ? G : never;
type Answer<F, N extends keyof F> = F[N] extends (...given: never[]) => infer A ? Awaited<A> : never;

/** The functions of the other end. */
export interface OtherEnd<F> {
  /** Resolves with the answer. Rejects with the message of what was thrown there, or when the other end is gone. */
  ask<N extends keyof F & string>(name: N, ...given: Given<F, N>): Promise<Answer<F, N>>;
  /** Waits for no answer; lost where the other end is gone. */
  tell<N extends keyof F & string>(name: N, ...given: Given<F, N>): void;
}

type Message =
  /** `id` null: no answer is wanted. */
  | { readonly id: number | null; readonly name: string; readonly given: readonly unknown[] }
  | { readonly answers: number; readonly value: unknown }
  | { readonly answers: number; readonly error: string };

/** Lets two processes call each other's functions: `own` here, those of `Other` there. */
export function connectPort<Other extends Functions<Other>, Own extends Functions<Own>>(
  port: Port,
  own: Own,
): OtherEnd<Other> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let isClosed = false;

  const run = async (name: string, given: readonly unknown[]): Promise<unknown> => {
    if (!Object.hasOwn(own, name)) throw new Error(`there is no function ${name}`);
    return await own[name as keyof Own](...(given as never[]));
  };
  const answer = async (id: number, name: string, given: readonly unknown[]): Promise<void> => {
    const message: Message = await run(name, given).then(
      (value) => ({ answers: id, value }),
      (error: unknown) => ({ answers: id, error: errorText(error) }),
    );
    port.postMessage(message);
  };

  port.on("message", ({ data }) => {
    const message = data as Message;
    if ("answers" in message) {
      const asked = waiting.get(message.answers);
      waiting.delete(message.answers);
      if ("error" in message) asked?.reject(new Error(message.error));
      else asked?.resolve(message.value);
    } else if (message.id === null) void run(message.name, message.given);
    else void answer(message.id, message.name, message.given);
  });
  port.on("close", () => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new Error(shellText.otherProcessEnded));
    waiting.clear();
  });
  port.start();

  return {
    ask<N extends keyof Other & string>(name: N, ...given: Given<Other, N>) {
      if (isClosed) return Promise.reject(new Error(shellText.otherProcessEnded));
      lastId += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(lastId, asked);
      const message: Message = { id: lastId, name, given };
      port.postMessage(message);
      return asked.promise as Promise<Answer<Other, N>>;
    },
    tell(name, ...given) {
      const message: Message = { id: null, name, given };
      port.postMessage(message);
    },
  };
}
