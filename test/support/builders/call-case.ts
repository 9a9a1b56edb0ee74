import type { Input, MethodName } from "#contract/methods.ts";

/** For one method: an input that is right, and wrong ones with the field that the answer has to name. */
export interface CallCase<M extends MethodName> {
  readonly good: Input<M>;
  readonly bad: readonly (readonly [input: unknown, named: string])[];
}
