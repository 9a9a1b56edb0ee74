import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const home = fileURLToPath(new URL("../..", import.meta.url));

/** Files in which parts are wired with each other. */
const roots = "electron/{api/*,cli/*,compose/*,demo/*,engine/*,engine/run-once/run-once,main/*}.ts";

test("composition roots build bottom-up: nothing names a constant that is declared below it", () => {
  const files = globSync(roots, { cwd: home }).toSorted();
  expect(files).toEqual(
    expect.arrayContaining([join("electron/engine/pipeline.ts"), join("electron/compose/data-folder.ts")]),
  );
  const found = files.flatMap((file) => usesBeforeDeclaration(file, readFileSync(join(home, file), "utf8")));
  expect(found).toEqual([]);
});

test.for([
  ["a closure", "const call = () => late(); const late = () => 1; call();", ["late"]],
  ["a method", "const parts = { run() { return late; } }; const late = parts;", ["late"]],
  ["a shorthand", "const parts = () => ({ late }); let late = 1; parts();", ["late"]],
  ["a default", "const call = (one = late) => one; const late = 1; call();", ["late"]],
  ["an inner block", "function run() { { late(); } const late = () => 1; }", ["late"]],
  ["a part taken out of an object", "const call = () => late; const { one: late } = call();", ["late"]],
  ["a class", "const make = () => new Late(); class Late {}; make();", ["Late"]],
  ["a function", "const call = () => late(); call(); function late() {}", []],
  ["itself", "const end = begin(() => end()); function begin(one: () => void) { return one; }", []],
  ["another of the same name", "const call = (late: number) => late; const late = call(1);", []],
  ["a property", "const call = (one: { late: 1 }) => one.late; const late = call({ late: 1 });", []],
  ["a type", "const call = (one: typeof late) => one; const late = 1; call(late);", []],
] as const)("%s", ([, text, names]) => {
  expect(usesBeforeDeclaration("a.ts", text)).toEqual(names.map((name) => `a.ts:1 ${name}`));
});

interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Where each name of a block is declared; null is before the block begins: functions, parameters, imports. */
type Scope = ReadonlyMap<string, number | null>;

/** `file:line name` of each use that is above the declaration of the `const`, `let` or class that it means. */
function usesBeforeDeclaration(file: string, text: string): readonly string[] {
  const { program, errors } = parseSync(file, text);
  expect(errors).toEqual([]);
  const found: string[] = [];

  const walk = (node: Syntax, scopes: readonly Scope[]): void => {
    if (node.type === "Identifier") {
      const name = String(node.name);
      const at = scopes.find((scope) => scope.has(name))?.get(name) ?? null;
      if (at !== null && node.start < at)
        found.push(`${file}:${text.slice(0, node.start).split("\n").length} ${name}`);
      return;
    }
    const own = scopeOf(node);
    const inner = own.size === 0 ? scopes : [own, ...scopes];
    for (const child of childrenOf(node)) walk(child, inner);
  };

  walk(program as unknown as Syntax, []);
  return found;
}

/** The children that are run, without types and without names that are no variables. */
function childrenOf(node: Syntax): readonly Syntax[] {
  const isNamed = node.computed === true;
  const skipped =
    node.type === "MemberExpression" && !isNamed
      ? ["property"]
      : (node.type === "Property" || node.type.endsWith("Definition")) && !isNamed
        ? ["key"]
        : [];
  return Object.entries(node)
    .filter(([key]) => !skipped.includes(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isSyntax)
    .filter(({ type }) => !type.startsWith("TS") || valuesOfTypes.includes(type));
}

const valuesOfTypes = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"];

function scopeOf(node: Syntax): Scope {
  const scope = new Map<string, number | null>();
  if (node.type === "Program" || node.type === "BlockStatement" || node.type === "StaticBlock")
    for (const statement of listOf(node.body)) declare(scope, statement);
  if (node.type.startsWith("For"))
    for (const head of [node.init, node.left]) if (isSyntax(head)) declare(scope, head);
  if (/Function/.test(node.type))
    for (const param of listOf(node.params)) for (const { name } of namesIn(param)) scope.set(name, null);
  if (node.type === "CatchClause" && isSyntax(node.param))
    for (const { name } of namesIn(node.param)) scope.set(name, null);
  return scope;
}

function declare(scope: Map<string, number | null>, statement: Syntax): void {
  const { declaration } = statement;
  if (statement.type === "ExportNamedDeclaration" && isSyntax(declaration)) declare(scope, declaration);
  if (statement.type === "VariableDeclaration")
    for (const { id } of listOf(statement.declarations))
      if (isSyntax(id)) for (const { name, start } of namesIn(id)) scope.set(name, start);
  if (statement.type === "ClassDeclaration" && isSyntax(statement.id))
    scope.set(String(statement.id.name), statement.id.start);
  if (statement.type === "FunctionDeclaration" && isSyntax(statement.id))
    scope.set(String(statement.id.name), null);
}

/** The names that a pattern binds. */
function namesIn(pattern: Syntax): readonly { readonly name: string; readonly start: number }[] {
  if (pattern.type === "Identifier") return [{ name: String(pattern.name), start: pattern.start }];
  if (pattern.type === "AssignmentPattern") return isSyntax(pattern.left) ? namesIn(pattern.left) : [];
  if (pattern.type === "Property") return isSyntax(pattern.value) ? namesIn(pattern.value) : [];
  return childrenOf(pattern).flatMap(namesIn);
}

function listOf(value: unknown): readonly Syntax[] {
  return Array.isArray(value) ? value.filter(isSyntax) : [];
}

function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
