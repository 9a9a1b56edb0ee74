import { parseSync } from "vite";

/** Insertion of text at a place of a source. */
interface Edit {
  readonly at: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/**
 * A module of the contract in which each value tells `documented` its docstring and, at the top of the module, its name; and
 * each `typed<T>()` its T. The bundle has no docstrings, and the program pays nothing for them: the API's document alone does.
 */
export function withDocstrings(file: string, text: string): string {
  const { program, comments } = parseSync(file, text);
  const edits: Edit[] = [];
  const docBefore = (start: number): string => {
    const doc = comments.findLast((one) => one.end <= start && one.value.startsWith("*"));
    // A docstring with an empty line behind it is that of the whole file.
    if (doc === undefined || !/^[ \t]*\n?[ \t]*(?:export )?$/.test(text.slice(doc.end, start))) return "";
    return doc.value
      .replace(/^\*|\n\s*\*/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  };
  const tell = ({ start, end }: Pick<Node, "start" | "end">, doc: string, name = ""): void => {
    edits.push({ at: start, text: "documented(" });
    edits.push({ at: end, text: `, ${JSON.stringify({ doc, name, file })})` });
  };
  const look = (node: Node): void => {
    if (node.type === "Property" && isNode(node.value)) {
      const doc = docBefore(node.start);
      if (doc === "") return;
      tell(node.value, doc);
      if (node.shorthand === true) edits.push({ at: node.start, text: `${nameOf(node.key)}: ` });
    } else if (node.type === "ArrayExpression" && Array.isArray(node.elements)) {
      for (const one of node.elements.filter(isNode))
        if (docBefore(one.start) !== "") tell(one, docBefore(one.start));
    } else if (nameOf(node.callee) === "typed" && isNode(node.typeArguments)) {
      const name = text.slice(node.typeArguments.start + 1, node.typeArguments.end - 1);
      edits.push({ at: node.end - 1, text: JSON.stringify(name) });
    }
  };
  const visit = (node: unknown): void => {
    if (isNode(node)) look(node);
    if (typeof node === "object" && node !== null) for (const one of Object.values(node)) visit(one);
  };
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "VariableDeclaration")
      for (const { id, init } of declared.declarations)
        if (id.type === "Identifier" && init !== null) tell(init, docBefore(statement.start), id.name);
  }
  visit(program.body);
  let shown = text;
  // From the end on; of two at one place, the later one comes to stand in front.
  for (const { at, text: added } of edits.toSorted((one, other) => other.at - one.at))
    shown = shown.slice(0, at) + added + shown.slice(at);
  return shown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === "string" ? node.name : "";
}
