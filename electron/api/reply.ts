import { z } from "zod";
import {
  type Answer,
  type CheckedInput,
  type Handlers,
  type MethodName,
  methods,
  type Output,
} from "#contract/methods.ts";
import type { Reply, ReplyErrorCode } from "#contract/reply.ts";
import { LedgerError } from "#engine/ports/ledger.ts";

export interface AnswerOptions {
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal;
  /** Hears of a mistake of the program; the caller only learns that there was one. */
  readonly onBug?: (method: string, error: unknown) => void;
}

/** An outcome that is not what was asked for. */
export function fail(code: ReplyErrorCode, message: string): Reply<never> {
  return { ok: false, error: { code, message } };
}

/** Gives a reply with the value that was asked for. */
export function ok<T>(value: T): Reply<T> {
  return { ok: true, value };
}

/**
 * Runs a method with an input that is right (`dispatch` checks what comes from outside), and makes its answer one of the
 * contract; never rejects. An answer that does not fit is a mistake of the program.
 */
export async function answered<M extends MethodName>(
  method: M,
  answer: Handlers[M],
  input: CheckedInput<M>,
  options: AnswerOptions = {},
): Promise<Reply<Output<M>>> {
  try {
    const reply = await answer(input, options.signal ?? new AbortController().signal);
    return reply.ok ? { ...reply, value: encoded(method, reply.value) } : reply;
  } catch (error) {
    if (error instanceof LedgerError) return fail("ledger-trouble", error.message);
    options.onBug?.(method, error);
    return fail("internal", `Internal error in ${method}. Details are in the log. Nothing is lost.`);
  }
}

function encoded<M extends MethodName>(method: M, answer: Answer<M>): Output<M> {
  const output: z.ZodType<unknown, unknown> = methods[method].output;
  return z.encode(output, answer) as Output<M>;
}
