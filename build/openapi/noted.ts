import path from "node:path";
import { z } from "zod";

/** Words of a value of the contract: its docstring, its name where it has one, and its module. */
interface Told {
  readonly doc: string;
  readonly name: string;
  readonly file: string;
}

/** Everything that the sources of the contract say of its values. */
export interface Notes {
  /** Schemas with a name of their own in the document. */
  readonly named: z.core.$ZodRegistry<{ id: string }>;
  /** The type of the domain that an output has which nothing checks. */
  readonly types: ReadonlyMap<string, z.core.$ZodType>;
  /** Docstring of each method, and the name of its group, by its value in the contract. */
  readonly methods: ReadonlyMap<unknown, Told>;
  /** Takes the words of one value, and gives the value that has them. */
  note<T>(value: T, told: Told): T;
}

/** Notes of nothing yet. */
export function createNotes(): Notes {
  const named = z.registry<{ id: string }>();
  const types = new Map<string, z.core.$ZodType>();
  const methods = new Map<unknown, Told>();
  const given = new Map<string, z.core.$ZodType>();

  const nameIn = (schema: z.core.$ZodType, { name, file }: Told): void => {
    const own = capital(name);
    const id = given.has(own) ? `${capital(path.basename(file, ".ts"))}${own}` : own;
    if (given.has(id)) throw new Error(`${file}: two schemas would be called ${id}`);
    given.set(id, schema);
    named.add(schema, { id });
  };

  /** The first list that has a method names its group; the list of all comes later. */
  const nameGroup = (list: object, told: Told): void => {
    for (const one of Object.values(list).filter(isMethod)) {
      const { name = "", doc = "" } = methods.get(one) ?? {};
      if (name === "") methods.set(one, { ...told, doc });
    }
  };

  const typedBy = (name: string) => {
    const schema = types.get(name) ?? z.custom();
    if (!types.has(name)) named.add(schema, { id: name });
    types.set(name, schema);
    return schema;
  };

  return {
    named,
    types,
    methods,
    note<T>(value: T, told: Told): T {
      if (told.name === "typed") return typedBy as T;
      if (!(value instanceof z.ZodType)) {
        if (isMethod(value)) methods.set(value, told);
        else if (isObject(value)) nameGroup(value, told);
        return value;
      }
      const schema = told.doc === "" ? value : value.describe(told.doc);
      if (told.name !== "" && isWorthAName(schema)) nameIn(schema, told);
      return schema as T;
    },
  };
}

/** Objects with fields, and lists of words: the rest is shown where it is used. */
function isWorthAName(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodObject) return Object.keys(schema.def.shape).length > 1;
  if (schema instanceof z.ZodPipe) return schema.def.in instanceof z.ZodObject;
  return schema instanceof z.ZodEnum || schema instanceof z.ZodUnion;
}

function isMethod(value: unknown): value is { input: unknown; output: unknown } {
  return isObject(value) && "input" in value && "output" in value;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** `settings-file` is `SettingsFile`. */
function capital(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
}
