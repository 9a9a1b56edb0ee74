import { z } from "zod";
import { utcTime } from "./values.ts";

type Moment = typeof utcTime | z.ZodNullable<typeof utcTime>;

type OwnName<Name, Field, Own> = Name extends keyof Own
  ? Own[Name]
  : Field extends Moment
    ? `${Name & string}Ms`
    : Name;

/** The object of the domain that is shown with these fields. */
type Shown<Fields, Own> = {
  readonly [Name in keyof Fields as OwnName<Name, Fields[Name], Own> & string]: z.output<Fields[Name]>;
};

/**
 * An object of an answer, made of one of the domain by `z.encode`. A moment `at` is `atMs` there, epoch milliseconds; `own`
 * has the domain's names of other fields that are called otherwise. Anything else that the domain's object has is left out.
 */
export function shape<
  const Fields extends z.ZodRawShape,
  const Own extends { readonly [Name in keyof Fields]?: string } = Record<never, string>,
>(fields: Fields, own?: Own) {
  const names = Object.entries(fields).map(([name, field]) => [name, ownName(name, field, own)] as const);
  const owns = names.map(([name, own]) => [own, name] as const);
  return z.codec(z.object(fields), z.custom<Shown<Fields, Own>>(isObject), {
    encode: (shown) => renamed(shown, owns) as z.output<z.ZodObject<Fields>>,
    decode: (given) => renamed(given, names) as Shown<Fields, Own>,
  });
}

function ownName(name: string, field: unknown, own: Readonly<Record<string, string | undefined>> = {}) {
  const isMoment = field === utcTime || (field instanceof z.ZodNullable && field.unwrap() === utcTime);
  return own[name] ?? (isMoment ? `${name}Ms` : name);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The values of `given` in the order of `names`, each by its other name. */
function renamed(given: object, names: readonly (readonly [from: string, to: string])[]): object {
  const values: Readonly<Record<string, unknown>> = { ...given };
  const named: Record<string, unknown> = {};
  for (const [from, to] of names) named[to] = values[from];
  return named;
}
