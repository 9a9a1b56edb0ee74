import type { z } from "zod";
import type { ReplyErrorCode } from "#contract/error-codes.ts";
import type { CheckedInput, Handlers, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { type FitOptions, fitted } from "./fitted.ts";

export interface AnswerOptions extends Pick<FitOptions, "isStrict"> {
  /** Aborts when the caller goes away. */
  readonly signal?: AbortSignal;
  /** Hears of a mistake of the program; the caller only learns that there was one. */
  readonly onBug?: (method: string, error: unknown) => void;
}

/** Places of which a host's log has heard, by the function of the host that answers. */
const reportedPlaces = new WeakMap<object, Set<string>>();

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
 * contract, which `output` is; never rejects. A part that does not fit is a mistake of the program: `onBug` hears once of
 * each place of it.
 */
export async function answered<M extends MethodName>(
  method: M,
  output: z.ZodType<unknown, unknown>,
  answer: Handlers[M],
  input: CheckedInput<M>,
  options: AnswerOptions = {},
): Promise<Reply<Output<M>>> {
  try {
    const reply = await answer(input, options.signal ?? new AbortController().signal);
    if (!reply.ok) return reply;
    const reported = reportedPlaces.get(answer) ?? new Set();
    reportedPlaces.set(answer, reported);
    const onUnfit = (fault: Error) => options.onBug?.(method, fault);
    const value = fitted(method, output, reply.value, { reported, onUnfit, isStrict: options.isStrict });
    return { ...reply, value: value as Output<M> };
  } catch (error) {
    if (error instanceof LedgerError) return fail("ledger-trouble", error.message);
    options.onBug?.(method, error);
    return fail("internal", `Internal error in ${method}. Details are in the log. Nothing is lost.`);
  }
}
