import { readFileSync } from "node:fs";
import path from "node:path";
import { type ESTree, parseSync } from "vite";

/** Declarations at the top of a module, and where else its names come from. */
export interface Source {
  /** From the top of the project: `electron/contract/queue.ts`. */
  readonly file: string;
  readonly text: string;
  readonly consts: ReadonlyMap<string, { readonly init: ESTree.Expression; readonly doc: string | null }>;
  readonly types: ReadonlyMap<string, { readonly text: string; readonly doc: string | null }>;
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** The docstring right before a node, in one line; null where there is none. */
  docOf(start: number): string | null;
}

/** Reads modules of the project, each once. `top` is its absolute path. */
export function sourceReader(top: string): (file: string) => Source {
  const { imports: rooms } = JSON.parse(readFileSync(path.join(top, "package.json"), "utf8"));
  const known = new Map<string, Source>();
  return (file) => {
    const found = known.get(file) ?? readSource(top, file, rooms);
    known.set(file, found);
    return found;
  };
}

function readSource(top: string, file: string, rooms: Readonly<Record<string, string>>): Source {
  const text = readFileSync(path.join(top, file), "utf8");
  const { program, comments } = parseSync(file, text);
  const docOf = (start: number): string | null => {
    const doc = comments.findLast((one) => one.end <= start && one.value.startsWith("*"));
    // A docstring with an empty line behind it is that of the whole file.
    if (doc === undefined || !/^[ \t]*\n?[ \t]*(?:export )?$/.test(text.slice(doc.end, start))) return null;
    return doc.value
      .replace(/^\*|\n\s*\*/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  };
  const consts = new Map<string, { init: ESTree.Expression; doc: string | null }>();
  const types = new Map<string, { text: string; doc: string | null }>();
  const imports = new Map<string, { file: string; name: string }>();
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (statement.type === "ImportDeclaration") {
      const from = fileOf(statement.source.value, file, rooms);
      if (from !== null)
        for (const [local, name] of namesIn(statement)) imports.set(local, { file: from, name });
    } else if (declared?.type === "VariableDeclaration") {
      for (const one of declared.declarations)
        if (one.id.type === "Identifier" && one.init !== null)
          consts.set(one.id.name, { init: one.init, doc: docOf(statement.start) });
    } else if (declared?.type === "TSInterfaceDeclaration" || declared?.type === "TSTypeAliasDeclaration") {
      const slice = text.slice(declared.start, declared.end);
      types.set(declared.id.name, { text: slice, doc: docOf(statement.start) });
    }
  }
  return { file, text, consts, types, imports, docOf };
}

/** The names that an import brings, each with its name at home. */
function namesIn({
  specifiers,
}: ESTree.ImportDeclaration): readonly (readonly [local: string, name: string])[] {
  return specifiers.flatMap((one) =>
    one.type === "ImportSpecifier" && one.imported.type === "Identifier"
      ? [[one.local.name, one.imported.name] as const]
      : [],
  );
}

/** The file of a module of the project, from its top; null for a package. */
function fileOf(specifier: string, from: string, rooms: Readonly<Record<string, string>>): string | null {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(from), specifier);
  const [room = "", ...rest] = specifier.split("/");
  const target = rooms[`${room}/*`];
  return target === undefined ? null : path.posix.normalize(target.replace("*", rest.join("/")));
}

/** The module that declares a name, and its name there. */
export function declaredIn(
  name: string,
  source: Source,
  read: (file: string) => Source,
): { readonly name: string; readonly source: Source } | null {
  if (source.consts.has(name) || source.types.has(name)) return { name, source };
  const from = source.imports.get(name);
  return from === undefined ? null : declaredIn(from.name, read(from.file), read);
}
