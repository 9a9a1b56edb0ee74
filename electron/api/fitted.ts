import { z } from "zod";

export interface FitOptions {
  /** Places that were told before. */
  readonly reported: Set<string>;
  /** Hears once of each place that does not fit, and what is wrong there. Values are never quoted. */
  readonly onUnfit: (fault: Error) => void;
  /** Refuses an answer of which a part does not fit, so that no test overlooks it. */
  readonly isStrict?: boolean | undefined;
}

/** Set for tests and for the programs that they start. */
const isStrictHere = process.env.SKYFERRY_STRICT_ANSWERS === "1";

const unfit = Symbol("does not fit");

/**
 * Makes an answer one of the contract (`z.encode`). Rows of a list that do not fit are left out of it, as are fields that the
 * contract does not have; anything else that does not fit is null where the contract allows it. Throws where that does not
 * help. Places begin with `name`: `queue.uploads[].size`.
 */
export function fitted<S extends z.ZodType>(
  name: string,
  schema: S,
  answer: z.output<S>,
  { reported, onUnfit, isStrict = isStrictHere }: FitOptions,
): z.input<S> {
  const whole = z.safeEncode(schema, answer);
  if (whole.success) return whole.data;
  const faults = new Map<string, string>();
  const rest = isStrict ? unfit : fitting(schema, answer, name, faults);
  if (rest === unfit) throw whole.error;
  for (const [place, reason] of faults) {
    if (!reported.has(place)) onUnfit(new Error(`${place} does not fit and is left out: ${reason}`));
    reported.add(place);
  }
  return rest as z.input<S>;
}

/** Gives what fits of a value, or `unfit`; adds what is wrong with the rest to `faults`, by its place. */
function fitting(
  schema: z.core.$ZodType,
  value: unknown,
  place: string,
  faults: Map<string, string>,
): unknown {
  const whole = z.safeEncode(schema, value);
  if (whole.success) return whole.data;
  if (schema instanceof z.ZodReadonly) return fitting(schema.def.innerType, value, place, faults);
  if (schema instanceof z.ZodNullable) {
    const given = fitting(schema.def.innerType, value, place, faults);
    return given === unfit ? null : given;
  }
  // A number stands for its place in the list: without it, those behind it would stand for another.
  if (schema instanceof z.ZodArray && Array.isArray(value) && !(schema.def.element instanceof z.ZodNumber))
    return value
      .map((row) => fitting(schema.def.element, row, `${place}[]`, faults))
      .filter((row) => row !== unfit);
  if (schema instanceof z.ZodCodec && z.safeEncode(schema.def.out, value).success)
    return fitting(schema.def.in, schema.def.reverseTransform(value, { value, issues: [] }), place, faults);
  const isObject = schema instanceof z.ZodObject && isFields(value);
  const issue = whole.error.issues.find(({ path }) => !isObject || path.length === 0);
  if (issue !== undefined) faults.set(place, issue.message);
  if (!isObject) return unfit;
  const fields = Object.entries<z.core.$ZodType>(schema.def.shape)
    .filter(([name, field]) => Object.hasOwn(value, name) || field._zod.optin !== "optional")
    .map(([name, field]) => [name, fitting(field, value[name], `${place}.${name}`, faults)] as const);
  return fields.some(([, field]) => field === unfit) ? unfit : Object.fromEntries(fields);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
