import type { CheckedInput, Handlers, MethodName, Output } from "#contract/methods.ts";
import { methodNamed, methods } from "#contract/methods.ts";
import type { Reply, ReplyErrorCode } from "#contract/reply.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { inputProblem } from "./input-problem.ts";

export interface DispatchOptions {
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal;
  /** Hears of a mistake of the program; the caller only learns that there was one. */
  readonly onBug?: (method: string, error: unknown) => void;
}

/** An outcome that is not what was asked for. */
export function refuse(code: ReplyErrorCode, message: string): Reply<never> {
  return { ok: false, error: { code, message } };
}

/** What was asked for. */
export function give<T>(value: T): Reply<T> {
  return { ok: true, value };
}

/**
 * Checks the input and runs the method. The only place where inputs are checked; never rejects. A host gives every
 * method; a shell gives its own alone, and a method that is not among them is unknown there.
 */
export async function dispatch(
  handlers: Partial<Handlers>,
  name: string,
  input: unknown,
  options: DispatchOptions = {},
): Promise<Reply<unknown>> {
  const method = methodNamed(name);
  if (method === null || handlers[method] === undefined)
    return refuse("unknown-method", `There is no method ${JSON.stringify(name)}.`);
  return await run(method, handlers[method], input, options);
}

async function run<M extends MethodName>(
  method: M,
  answer: Handlers[M],
  input: unknown,
  options: DispatchOptions,
): Promise<Reply<Output<M>>> {
  const checked = methods[method].input.safeParse(input);
  if (!checked.success) return refuse("bad-input", inputProblem(method, checked.error.issues));
  try {
    const signal = options.signal ?? new AbortController().signal;
    return await answer(checked.data as CheckedInput<M>, signal);
  } catch (error) {
    if (error instanceof LedgerError) return refuse("ledger-trouble", error.message);
    options.onBug?.(method, error);
    return refuse("internal", `Internal error in ${method}. Details are in the log. Nothing is lost.`);
  }
}
