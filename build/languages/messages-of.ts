import { parseSync } from "vite";

/**
 * The messages that a source file can tell people, found in its syntax tree: `counted` becomes an ICU plural, a choice
 * between two texts becomes two messages, and every other value a placeholder that is named after its expression.
 */

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Calls with words for the log, a developer's console, or a program. */
const unshown =
  /^(?:log|note|console|info|warn|debug|trace|getEntry|matchAll|replaceAll|replace|split|startsWith|endsWith|includes|test|exec|describe|meta|brand|register|prepare|run|hasOwn|spawn|execFile)$/;

/** Calls that say a message: `electron/base/say.ts`. */
const saying = /^(?:say|sayParts|sayNodes|saidIn|message|worded|phrase)$/;

/** Attributes and keys whose text nobody reads. */
const unread =
  /^(?:className|style|key|id|to|href|src|d|viewBox|fontFamily\w*|data-.*|sql|headers|description|pattern|placeholder-path)$/;

/** Any text with letters, but names of programs' own: `camelCase`, `kebab-case`, `UPPER`. */
export function isText(text: string): boolean {
  return /[A-Za-z]{2}/.test(text) && !/^(?:[a-z]+[A-Z]\w*|[\w.]*[-_./#][\w./-]*|[^a-z]*)$/.test(text);
}

/** Three words or more, or two with a full stop, or a capital and one more word. */
export function isSentence(text: string): boolean {
  if (
    /\[role=|^\[Desktop Entry\]|^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|PRAGMA|BEGIN|ALTER|WITH|REPLACE|ATTACH)\b|[{;]\n| = \?|count\(\*\)|'\w+','\w+'|\b(?:ORDER|GROUP|INDEXED) BY\b|\bIS NOT NULL\b|hex\(\w+\)|rel_path|^(?:#!|<\w|--\s|\^)|\(\?[:<=!]|\\d/.test(
      text,
    )
  )
    return false;
  const bare = text.replace(/\{[^{}]*\}/g, " ");
  const words = bare.match(/(?<![\w./#%-])[A-Za-z][a-z’'-]*(?=[\s.,:;!?…)]|$)/g) ?? [];
  if (words.length >= 3) return true;
  if (words.length === 2) return /^[A-Z]|\.$|\{/.test(text.trim());
  return false;
}

function lastName(value: unknown): string {
  if (!isNode(value)) return "";
  const { type, name, property, callee, object } = value;
  if (type === "CallExpression") {
    const within = (value.arguments as readonly unknown[]).map(lastName).find((one) => one !== "");
    return within ?? lastName(callee);
  }
  if (typeof name === "string") return name;
  if (type === "JSXElement" && isNode(value.openingElement))
    return lastName(value.openingElement.name).toLowerCase();
  if (property !== undefined && value.computed !== true) return lastName(property);
  return lastName(object ?? value.expression ?? value.left ?? value.argument ?? "");
}

function calleeName(value: unknown): string {
  if (!isNode(value)) return "";
  if (typeof value.name === "string") return value.name;
  return calleeName(value.property);
}

/** A call with words for the log, a console or a program. */
export function isUnshown(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  return unshown.test(calleeName(callee)) || unshown.test(calleeName(callee.object));
}

function textOf(node: unknown): string | null {
  return isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

const mostVariants = 12;

/** The texts that an expression can give, each with its values as placeholders; null where it is no text of ours. */
export function variantsOf(node: unknown, taken: Map<string, string>): readonly string[] | null {
  if (!isNode(node)) return null;
  const literal = textOf(node);
  if (literal !== null) return [literal];
  if (node.type === "ParenthesizedExpression" || /^TS(?:As|Satisfies|NonNull)/.test(node.type))
    return variantsOf(node.expression, taken);
  if (node.type === "ConditionalExpression") {
    const [yes, no] = [variantsOf(node.consequent, taken), variantsOf(node.alternate, taken)];
    if (yes === null && no === null) return null;
    return [
      ...(yes ?? [placeholder(node.consequent, taken)]),
      ...(no ?? [placeholder(node.alternate, taken)]),
    ];
  }
  if (node.type === "LogicalExpression") {
    const right = variantsOf(node.right, taken);
    return right === null ? null : [placeholder(node.left, taken), ...right];
  }
  if (node.type === "CallExpression" && calleeName(node.callee) === "counted") return countedIn(node, taken);
  if (node.type === "JSXFragment" || node.type === "JSXElement") return elementIn(node, taken);
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [node.left, node.right].map(
      (side) => variantsOf(side, taken) ?? [placeholder(side, taken)],
    );
    return joined([left ?? [], right ?? []]);
  }
  if (node.type === "TemplateLiteral") {
    const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
    const parts: (readonly string[])[] = [];
    quasis.forEach(({ value }, index) => {
      parts.push([value.cooked]);
      const expression = (node.expressions as readonly unknown[])[index];
      if (expression === undefined) return;
      parts.push(variantsOf(expression, taken) ?? [placeholder(expression, taken)]);
    });
    return joined(parts);
  }
  return null;
}

/** Text of an element as it is shown: a line end between words is a space, one at an end is nothing. */
function jsxText(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (index > 0 ? line.trimStart() : line))
    .map((line, index) => (index < lines.length - 1 ? line.trimEnd() : line))
    .filter((line) => line !== "")
    .join(" ");
}

/** An element or fragment, its values as placeholders; null for one that says nothing itself, or holds others that do. */
function elementIn(node: Node, taken: Map<string, string>): readonly string[] | null {
  if (
    (node.children as readonly Node[]).some(
      (child) => child.type === "JSXElement" && (child.children as readonly Node[]).length > 0,
    )
  )
    return null;
  const parts = (node.children as readonly Node[]).flatMap((child): (readonly string[])[] => {
    if (child.type === "JSXText") return [[jsxText(String(child.value))]];
    if (child.type === "JSXElement") return [[placeholder(child, taken)]];
    if (child.type !== "JSXExpressionContainer") return [];
    const { expression } = child;
    if (isNode(expression) && expression.type === "JSXEmptyExpression") return [];
    return [variantsOf(expression, taken) ?? [placeholder(expression, taken)]];
  });
  const texts = joined(parts);
  return texts.some((text) => isText(text.replace(/\{[^{}]*\}/g, ""))) ? texts : null;
}

/** Throws where there are too many: those that are left out would stay English without a word. */
function joined(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.reduce<readonly string[]>(
    (before, part) => {
      if (before.length * part.length > mostVariants)
        throw new Error(
          `A message has more than ${mostVariants} variants, “${before[0]}${part[0]}…”: choose between whole sentences.`,
        );
      return before.flatMap((text) => part.map((one) => text + one));
    },
    [""],
  );
}

function countedIn(node: Node, taken: Map<string, string>): readonly string[] | null {
  const [count, one, several] = node.arguments as readonly unknown[];
  const single = textOf(one);
  if (single === null) return null;
  const many = textOf(several) ?? (several === undefined ? `${single}s` : null);
  if (many === null) return null;
  return [`{${named(count, taken)}, plural, one {# ${single}} other {# ${many}}}`];
}

function placeholder(node: unknown, taken: Map<string, string>): string {
  return `{${named(node, taken)}}`;
}

/** A name for a value, told from the others of the same message. */
function named(node: unknown, taken: Map<string, string>): string {
  const source = JSON.stringify(node, (key, value) =>
    /^(?:start|end|range|loc)$/.test(key) ? undefined : typeof value === "bigint" ? String(value) : value,
  );
  const known = taken.get(source);
  if (known !== undefined) return known;
  const name = lastName(node).replace(/^[^A-Za-z]+/, "") || "value";
  const used = new Set(taken.values());
  let free = name;
  for (let count = 2; used.has(free); count++) free = `${name}${count}`;
  taken.set(source, free);
  return free;
}

function messagesIn(value: unknown, found: Found): void {
  if (Array.isArray(value)) for (const one of value) messagesIn(one, found);
  if (!isNode(value) || isUnread(value)) return;
  if (value.type === "CallExpression" && saying.test(calleeName(value.callee))) {
    // A language comes before the message where one is handed in.
    for (const argument of value.arguments as readonly unknown[]) {
      const texts = variantsOf(argument, new Map());
      if (texts === null) messagesIn(argument, found);
      else for (const text of texts) found.isSaid(text);
    }
    return;
  }
  const isKeyUnread = value.type === "Property" && unread.test(calleeName(value.key));
  const variants = isKeyUnread ? null : variantsOf(value, new Map());
  for (const text of variants ?? []) found.add(text.trim());
  for (const one of variants === null ? Object.values(value) : valuesOf(value)) messagesIn(one, found);
  // Calls within a text that is put together say messages of their own.
  if (variants !== null) messagesIn(Object.values(value), { ...found, add: () => undefined });
}

/** Types, imports, calls and attributes without words for people. */
function isUnread({ type, callee, name }: Node): boolean {
  if (/^(?:Import|Export(?:All)|TS(?:Literal|Type|Interface|Enum))|^TaggedTemplate/.test(type)) return true;
  if (type === "CallExpression") return isUnshown(callee);
  return type === "JSXAttribute" && unread.test(calleeName(name));
}

/** The values within a text, as far as they are no part of its variants. */
function valuesOf({ type, expressions, openingElement, children }: Node): readonly unknown[] {
  if (type === "TemplateLiteral") return (expressions as readonly unknown[]).filter(isValue);
  if (type !== "JSXElement" && type !== "JSXFragment") return [];
  const within = (children as readonly Node[]).map((child) =>
    child.type === "JSXExpressionContainer" ? child.expression : child,
  );
  return [openingElement, ...within.filter(isValue)];
}

function isValue(node: unknown): boolean {
  return variantsOf(node, new Map()) === null;
}

interface Found {
  readonly isSaid: (text: string) => void;
  readonly add: (text: string) => void;
}

/** The messages of a file, in the order in which they stand; `holds` tells a text that people read. Throws with the file's name. */
export function messagesOf(
  file: string,
  source: string,
  holds: (text: string) => boolean = isSentence,
): readonly string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = new Set<string>();
  try {
    messagesIn(program.body, {
      add: (text) => void (holds(text) && found.add(text)),
      isSaid: (text) => void found.add(text),
    });
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`);
  }
  return [...found];
}
