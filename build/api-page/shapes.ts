import type { ESTree } from "vite";
import { declaredIn, type Source } from "./source.ts";

/** A shape with a name on the page: its text in the notation of TypeScript, and the words of its docstring. */
export interface NamedShape {
  readonly name: string;
  readonly doc: string | null;
  readonly text: string;
}

export interface Shapes {
  /** A zod expression of `source` in the notation of TypeScript; `indent` is that of its line, in spaces. */
  print(node: ESTree.Expression, source: Source, indent?: number): string;
  /** Everything that the printed shapes name, in the order of the alphabet. */
  named(): readonly NamedShape[];
}

const plain: Readonly<Record<string, string>> = {
  string: "string",
  uuid: "string",
  datetime: "string",
  date: "string",
  int: "number",
  number: "number",
  boolean: "boolean",
  unknown: "unknown",
  instanceof: "Uint8Array",
};
const longestLine = 100;

/** Prints what the contract says in zod and in types. Throws on an expression that it does not know. */
export function createShapes(read: (file: string) => Source): Shapes {
  const named = new Map<string, NamedShape & { readonly key: string }>();

  const lookUp = (name: string, source: Source) => {
    const found = declaredIn(name, source, read);
    const value = found?.source.consts.get(found.name);
    if (found === null || value === undefined) throw new Error(`${source.file}: ${name} is not known`);
    return { ...value, ...found };
  };

  /** Puts a shape on the page and gives its name there. */
  const put = (wanted: string, key: string, doc: string | null, print: () => string): string => {
    const former = named.get(wanted);
    // The same list may be a type of the domain and a schema of the contract.
    if (former !== undefined && former.key !== key && former.text === print()) return wanted;
    const place = key.split("/").at(-1)?.replace(/\..*$/, "") ?? "";
    const name = (former?.key ?? key) === key ? wanted : capital(place) + wanted;
    if (named.has(name)) return name;
    named.set(name, { key, name, doc, text: "" });
    named.set(name, { key, name, doc, text: print() });
    return name;
  };

  const printName = (local: string, source: Source, indent: number): string => {
    const { name, source: home, init, doc } = lookUp(local, source);
    const text = print(init, home, indent);
    const isLongList = /^"[^{]{60,}$/.test(text);
    if (text === "{}" || (doc === null && !isLongList)) return text;
    return put(capital(name), `${home.file}:${name}`, doc, () => print(init, home));
  };

  const print = (node: ESTree.Expression, source: Source, indent = 0): string => {
    if (node.type === "Identifier") return printName(node.name, source, indent);
    if (node.type !== "CallExpression" || node.callee.type === "Super") throw unknown(node, source);
    const { callee } = node;
    if (callee.type === "Identifier" && callee.name === "typed") return printTyped(node, source);
    const [first] = node.arguments;
    if (callee.type === "Identifier" && callee.name === "shape" && first?.type === "ObjectExpression")
      return objectOf(fieldsOf(first, source, indent + 2), indent);
    if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier")
      throw unknown(node, source);
    const { object } = callee;
    const word = callee.property.name;
    if (isZod(object)) return printZod(word, node, source, indent);
    const [checked] = node.arguments;
    if (word === "pipe" && checked !== undefined && checked.type !== "SpreadElement")
      return print(checked, source, indent);
    const inner = print(object, source, indent);
    if (word === "nullable") return `${inner} | null`;
    return inner;
  };

  const printZod = (word: string, node: ESTree.CallExpression, source: Source, indent: number): string => {
    const [first, second] = node.arguments.filter((one) => one.type !== "SpreadElement");
    const simple = plain[word];
    if (simple !== undefined) return simple;
    if (first === undefined) throw unknown(node, source);
    if (word === "codec") return print(first, source, indent);
    if (word === "array") return arrayOf(print(first, source, indent));
    if (word === "literal") return source.text.slice(first.start, first.end);
    if (word === "enum") return valuesOf(first, source).join(" | ");
    if (word === "record" && second !== undefined)
      return `Record<${print(first, source, indent)}, ${print(second, source, indent)}>`;
    const choices = word === "discriminatedUnion" ? second : first;
    if (/union/i.test(word) && choices?.type === "ArrayExpression")
      return printUnion(choices.elements, node, source, indent);
    if (!/object$/i.test(word)) throw unknown(node, source);
    const lines = fieldsOf(first, source, indent + 2);
    return objectOf(word === "looseObject" ? [...lines, "[key: string]: unknown;"] : lines, indent);
  };

  const printUnion = (
    choices: ESTree.ArrayExpression["elements"],
    node: ESTree.CallExpression,
    source: Source,
    indent: number,
  ): string => {
    const start = `\n${" ".repeat(indent + 2)}`;
    const texts = choices.map((one) => {
      if (one === null || one.type === "SpreadElement") throw unknown(node, source);
      const doc = source.docOf(one.start);
      return { doc: doc === null ? "" : `${start}/** ${doc} */`, text: print(one, source, indent + 2) };
    });
    const line = texts.map(({ text }) => text).join(" | ");
    const isShort = line.length + indent < longestLine && !line.includes("\n");
    if (isShort && texts.every(({ doc }) => doc === "")) return line;
    return texts.map(({ doc, text }) => `${doc}${start}| ${text}`).join("");
  };

  /** The fields of an object expression, or of what such an expression is made of. */
  const fieldsOf = (node: ESTree.Expression, source: Source, indent: number): readonly string[] => {
    if (node.type === "Identifier") {
      const { init, source: home } = lookUp(node.name, source);
      return fieldsOf(init, home, indent);
    }
    // `x.shape`: the fields of the schema x.
    if (node.type === "MemberExpression") return fieldsOf(node.object, source, indent);
    if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
      const [fields] = node.arguments;
      if (!isZod(node.callee.object) || fields === undefined || fields.type === "SpreadElement")
        return fieldsOf(node.callee.object, source, indent);
      return fieldsOf(fields, source, indent);
    }
    if (node.type !== "ObjectExpression") throw unknown(node, source);
    return node.properties.flatMap((one) => {
      if (one.type === "SpreadElement") return fieldsOf(one.argument, source, indent);
      const key = source.text.slice(one.key.start, one.key.end);
      const doc = source.docOf(one.start);
      const { isOptional, standard } = optionOf(one.value, source);
      const says = [doc, standard === null ? null : `Default: ${standard}.`].filter((part) => part !== null);
      const field = `${key}${isOptional ? "?" : ""}: ${print(one.value, source, indent)};`;
      return says.length === 0 ? [field] : [`/** ${says.join(" ")} */`, field];
    });
  };

  /** Whether a field may be left out, and what it is then. */
  const optionOf = (
    node: ESTree.Expression,
    source: Source,
  ): { readonly isOptional: boolean; readonly standard: string | null } => {
    if (node.type === "Identifier") {
      const { init, source: home } = lookUp(node.name, source);
      return optionOf(init, home);
    }
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return never;
    const { object, property } = node.callee;
    if (isZod(object) || property.type !== "Identifier") return never;
    const [value] = node.arguments;
    if (property.name === "default" && value !== undefined)
      return { isOptional: true, standard: source.text.slice(value.start, value.end) };
    if (/optional$/i.test(property.name)) return { isOptional: true, standard: null };
    return optionOf(object, source);
  };

  const valuesOf = (node: ESTree.Expression, source: Source): readonly string[] => {
    if (node.type === "Identifier") {
      const { init, source: home } = lookUp(node.name, source);
      return valuesOf(init, home);
    }
    if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression")
      return valuesOf(node.expression, source);
    if (node.type === "CallExpression") {
      const [table] = node.arguments;
      const isKeys = source.text.slice(node.callee.start, node.callee.end) === "Object.keys";
      if (isKeys && table !== undefined && table.type !== "SpreadElement") return keysOf(table, source);
    }
    if (node.type !== "ArrayExpression") throw unknown(node, source);
    return node.elements.flatMap((one) => {
      if (one?.type === "SpreadElement") return valuesOf(one.argument, source);
      if (one?.type !== "Literal") throw unknown(node, source);
      return [source.text.slice(one.start, one.end)];
    });
  };

  /** The keys of an object, in quotes. */
  const keysOf = (node: ESTree.Expression, source: Source): readonly string[] => {
    if (node.type === "Identifier") {
      const { init, source: home } = lookUp(node.name, source);
      return keysOf(init, home);
    }
    if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression")
      return keysOf(node.expression, source);
    if (node.type !== "ObjectExpression") throw unknown(node, source);
    return node.properties.flatMap((one) => {
      if (one.type === "SpreadElement") return keysOf(one.argument, source);
      return [`"${source.text.slice(one.key.start, one.key.end).replaceAll('"', "")}"`];
    });
  };

  const printTyped = (node: ESTree.CallExpression, source: Source): string => {
    const [type] = node.typeArguments?.params ?? [];
    if (type === undefined) throw unknown(node, source);
    return printType(source.text.slice(type.start, type.end), source);
  };

  /** A type as it is written, with what it names put on the page. */
  const printType = (text: string, source: Source): string => {
    let printed = text.replace(/\breadonly /g, "");
    printed = printed.replace(/\(typeof (\w+)\)\[number\]/g, (_, name: string) => {
      const { init, source: home } = lookUp(name, source);
      return valuesOf(init, home).join(" | ");
    });
    printed = printed.replace(/\bkeyof typeof (\w+)/g, (_, name: string) => {
      const { init, source: home } = lookUp(name, source);
      return keysOf(init, home).join(" | ");
    });
    const code = printed.replace(/\/\*.*?\*\/|\/\/.*|"[^"\n]*"/gs, "");
    for (const [word] of code.matchAll(/(?<![\w.])[A-Z]\w*(?!\w*\??:)/g)) {
      const found = declaredIn(word, source, read);
      const type = found?.source.types.get(found.name);
      if (found === null || type === undefined) continue;
      const name = put(found.name, `${found.source.file}:${found.name}`, type.doc, () =>
        printType(type.text.replace(/^type \w+ = ?|;$/g, ""), found.source),
      );
      if (name !== word) printed = printed.replace(new RegExp(`\\b${word}\\b`, "g"), name);
    }
    return printed;
  };

  return {
    print,
    named: () => [...named.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const never = { isOptional: false, standard: null };

function isZod(node: ESTree.Expression | ESTree.Super): boolean {
  if (node.type === "MemberExpression") return isZod(node.object);
  return node.type === "Identifier" && node.name === "z";
}

function objectOf(lines: readonly string[], indent: number): string {
  if (lines.length === 0) return "{}";
  const line = `{ ${lines.join(" ").replace(/;$/, "")} }`;
  const hasNoDoc = lines.every((one) => !one.startsWith("/**") && !one.includes("\n"));
  if (hasNoDoc && line.length + indent < longestLine) return line;
  return `{\n${lines.map((one) => `${" ".repeat(indent + 2)}${one}\n`).join("")}${" ".repeat(indent)}}`;
}

function arrayOf(item: string): string {
  return /[|&]/.test(item.replace(/\{.*\}/s, "")) ? `(${item})[]` : `${item}[]`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function unknown(node: ESTree.Node, source: Source): Error {
  const line = source.text.slice(0, node.start).split("\n").length;
  return new Error(`${source.file}:${line}: the page of the API cannot show ${node.type} here`);
}
