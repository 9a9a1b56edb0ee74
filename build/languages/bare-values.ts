import { parseSync } from "vite";
import { isSentence, isText, isUnshown, variantsOf } from "./messages-of.ts";

/**
 * English words that a message takes as a value although they are no message: `${isNot} over yet` with `const isNot = "is not"`. Other
 * languages have no text for them. Names are followed within their file: to a constant, a parameter's type and calls, a function's
 * results, and properties that are called so.
 */

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Values that a name may stand for, in the function that declares it. */
type Scope = Map<string, Node[]>;

const deepest = 6;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function nodesIn(value: unknown): readonly Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === "string" ? node.name : "";
}

function isFunction({ type }: Node): boolean {
  return (
    type === "FunctionDeclaration" || type === "ArrowFunctionExpression" || type === "FunctionExpression"
  );
}

/** Texts of a type such as `"read" | "sent"`. */
function textsOfType(type: unknown): readonly Node[] {
  if (!isNode(type)) return [];
  if (type.type === "TSUnionType") return nodesIn(type.types).flatMap(textsOfType);
  if (type.type === "TSLiteralType") return nodesIn(type.literal);
  return type.type === "TSTypeAnnotation" ? textsOfType(type.typeAnnotation) : [];
}

function resultsOf(fn: Node): readonly Node[] {
  const { body } = fn;
  if (!isNode(body) || body.type !== "BlockStatement") return nodesIn(body);
  const found: Node[] = [];
  const seek = (node: Node): void => {
    if (isFunction(node)) return;
    if (node.type === "ReturnStatement") found.push(...nodesIn(node.argument));
    else for (const value of Object.values(node)) nodesIn(value).forEach(seek);
  };
  nodesIn(body.body).forEach(seek);
  return found;
}

class File {
  readonly #scopes = new Map<Node, Scope>();
  readonly #properties: Scope = new Map();

  constructor(program: Node) {
    this.#walk(program, [program], (node, within) => this.#declare(node, within));
    this.#walk(program, [program], (node, within) => this.#hand(node, within));
  }

  #walk(node: Node, within: readonly Node[], look: (node: Node, within: readonly Node[]) => void): void {
    look(node, within);
    const inner = isFunction(node) ? [node, ...within] : within;
    for (const value of Object.values(node)) for (const one of nodesIn(value)) this.#walk(one, inner, look);
  }

  #scopeOf(node: Node): Scope {
    const scope = this.#scopes.get(node) ?? new Map<string, Node[]>();
    this.#scopes.set(node, scope);
    return scope;
  }

  #declare(node: Node, [own]: readonly Node[]): void {
    if (own === undefined) return;
    const put = (scope: Scope, name: string, values: readonly Node[]): void =>
      void (name !== "" && scope.set(name, [...(scope.get(name) ?? []), ...values]));
    if (node.type === "VariableDeclarator") put(this.#scopeOf(own), nameOf(node.id), nodesIn(node.init));
    if (node.type === "FunctionDeclaration") put(this.#scopeOf(own), nameOf(node.id), [node]);
    if (node.type === "Property") put(this.#properties, nameOf(node.key), nodesIn(node.value));
    if (isFunction(node))
      for (const param of nodesIn(node.params))
        put(this.#scopeOf(node), nameOf(param), textsOfType(param.typeAnnotation));
  }

  /** The arguments of a call are values of the function's parameters. */
  #hand({ type, callee, arguments: given }: Node, within: readonly Node[]): void {
    if (type !== "CallExpression") return;
    for (const fn of this.#known(nameOf(callee), within).filter(isFunction))
      nodesIn(fn.params).forEach((param, index) => {
        const value = nodesIn(given)[index];
        if (value !== undefined) this.#scopeOf(fn).get(nameOf(param))?.push(value);
      });
  }

  #known(name: string, within: readonly Node[]): readonly Node[] {
    return within.map((one) => this.#scopes.get(one)?.get(name)).find((one) => one !== undefined) ?? [];
  }

  /** Texts that an expression may give, as far as they are found. */
  texts(node: Node, within: readonly Node[], depth = 0): readonly string[] {
    const inner = (values: unknown): readonly string[] =>
      nodesIn(values).flatMap((one) => this.texts(one, within, depth + 1));
    if (depth > deepest) return [];
    if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
    if (node.type === "Identifier")
      return inner(this.#known(nameOf(node), within).filter((one) => !isFunction(one)));
    if (node.type === "ConditionalExpression") return inner([node.consequent, node.alternate]);
    if (node.type === "LogicalExpression") return inner([node.left, node.right]);
    if (node.type === "ArrayExpression") return inner(node.elements);
    if (node.type === "ObjectExpression") return inner(nodesIn(node.properties).map(({ value }) => value));
    if (node.type === "TemplateLiteral") return variantsOf(node, new Map())?.slice(0, 1) ?? [];
    if (node.type === "CallExpression") return this.#textsOfCall(node, within, inner);
    if (node.type === "MemberExpression")
      return node.computed === true
        ? inner(node.object)
        : inner(this.#properties.get(nameOf(node.property))).filter((text) => text.includes(" "));
    return inner(node.expression);
  }

  /** A function of this file gives what it returns; a list that is joined, its items and what links them. */
  #textsOfCall(
    { callee, arguments: given }: Node,
    within: readonly Node[],
    inner: (values: unknown) => readonly string[],
  ): readonly string[] {
    if (!isNode(callee)) return [];
    if (callee.type === "Identifier")
      return inner(this.#known(nameOf(callee), within).filter(isFunction).flatMap(resultsOf));
    const method = nameOf(callee.property);
    if (method === "join" && nodesIn(given).length === 1) return [...inner(callee.object), ...inner(given)];
    return /^(?:filter|slice|map)$/.test(method)
      ? [
          ...inner(callee.object),
          ...(method === "map" ? inner(nodesIn(given).filter(isFunction).flatMap(resultsOf)) : []),
        ]
      : [];
  }

  /** The values of the messages of this file. */
  values(program: Node, tell: (message: string, texts: readonly string[]) => void): void {
    const seek = (node: Node, within: readonly Node[]): void => {
      if (node.type === "CallExpression" && isUnshown(node.callee)) return;
      const [message = ""] = node.type === "TemplateLiteral" ? (variantsOf(node, new Map()) ?? []) : [];
      if (isSentence(message))
        for (const one of nodesIn(node.expressions))
          if (!/^(?:Conditional|Logical)Expression$/.test(one.type)) tell(message, this.texts(one, within));
      const inner = isFunction(node) ? [node, ...within] : within;
      for (const value of Object.values(node)) for (const one of nodesIn(value)) seek(one, inner);
    };
    seek(program, [program]);
  }
}

/** Not the name of a program, file or address, a query, or what only links the items of a list. */
function isWords(text: string): boolean {
  const bare = text.replace(/\{[^{}]*\}|\b(?:and|or)\b/g, " ").trim();
  return (
    isText(text) && isText(bare) && !/[\\/=<>&]|\.\w|\b(?:AND|IN|SELECT|BY)\b|\w_\w|^Skyferry$/.test(text)
  );
}

/** Each English text of a file that a message takes as a value, although `isMessage` does not know it. */
export function bareValues(
  file: string,
  source: string,
  isMessage: (text: string) => boolean,
): readonly string[] {
  const { program } = parseSync(file, source);
  const found = new Set<string>();
  new File(program as unknown as Node).values(program as unknown as Node, (message, texts) => {
    for (const text of texts)
      if (isWords(text) && !isMessage(text)) found.add(`${file}: “${text}” in “${message}”`);
  });
  return [...found];
}
