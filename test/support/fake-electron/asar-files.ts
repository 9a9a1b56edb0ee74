import fs from "node:fs";
import { registerHooks, syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Loaded before a program (`--import`), it lets Node read `….asar` archives as Electron does: their files can be read, looked at
 * and loaded, in every thread; native modules come from the folder `….asar.unpacked`. Archives are read-only, and nothing in
 * them can be opened, as with Electron's own descriptors of a copy. `FAKE_ASAR_LOG` names a file that gets the name of each file that
 * was read, one a line.
 */

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly size?: number;
  /** From where contents begin; missing for what lies beside the archive. */
  readonly offset?: string;
  readonly unpacked?: boolean;
}

interface Place {
  readonly archive: string;
  /** From the top of the archive, with `/`; empty: the top itself. */
  readonly name: string;
  readonly entry: Entry;
  /** Place where its contents begin in the archive. */
  readonly at: number;
}

/** Functions that Node had before. */
const own = { ...fs, dlopen: process.dlopen };
const archives = new Map<string, { readonly top: Entry; readonly contents: number } | null>();

/** `null`: this is no archive but a folder of that name. */
function archiveAt(file: string): { readonly top: Entry; readonly contents: number } | null {
  const known = archives.get(file);
  if (known !== undefined) return known;
  const opened = own.statSync(file).isFile() ? readHeader(file) : null;
  archives.set(file, opened);
  return opened;
}

/** Two pickles of Chromium: the length of the second one, and in it the header as JSON behind its own length. */
function readHeader(file: string): { readonly top: Entry; readonly contents: number } {
  const descriptor = own.openSync(file, "r");
  try {
    const sizes = Buffer.alloc(16);
    own.readSync(descriptor, sizes, 0, sizes.length, 0);
    const json = Buffer.alloc(sizes.readUInt32LE(12));
    own.readSync(descriptor, json, 0, json.length, 16);
    return { top: JSON.parse(json.toString("utf8")) as Entry, contents: 8 + sizes.readUInt32LE(4) };
  } finally {
    own.closeSync(descriptor);
  }
}

/** Null for what is in no archive; throws ENOENT for what an archive does not have. */
function placeOf(given: unknown, call: string): Place | null {
  const file = given instanceof URL ? fileURLToPath(given) : given;
  if (typeof file !== "string" || !file.includes(".asar")) return null;
  const [, archive = "", rest = ""] = /^(.*?\.asar)(?:[\\/](.*))?$/s.exec(path.resolve(file)) ?? [];
  if (archive === "" || !own.existsSync(archive)) return null;
  const opened = archiveAt(archive);
  if (opened === null) return null;
  const name = rest.split(path.sep).join("/");
  let entry: Entry | undefined = opened.top;
  for (const part of name.split("/").filter(Boolean)) entry = entry?.files?.[part];
  if (entry === undefined) throw systemError("ENOENT", "no such file or directory", call, file);
  return { archive, name, entry, at: opened.contents + Number(entry.offset ?? 0) };
}

function systemError(code: string, words: string, call: string, file: string): Error {
  return Object.assign(new Error(`${code}: ${words}, ${call} '${file}'`), {
    code,
    syscall: call,
    path: file,
  });
}

function contentsOf({ archive, name, entry, at }: Place): Buffer {
  if (process.env.FAKE_ASAR_LOG !== undefined) own.appendFileSync(process.env.FAKE_ASAR_LOG, `${name}\n`);
  if (entry.files !== undefined)
    throw systemError("EISDIR", "illegal operation on a directory", "read", name);
  if (entry.unpacked === true) return own.readFileSync(besideArchive(archive, name));
  const descriptor = own.openSync(archive, "r");
  try {
    const bytes = Buffer.alloc(entry.size ?? 0);
    own.readSync(descriptor, bytes, 0, bytes.length, at);
    return bytes;
  } finally {
    own.closeSync(descriptor);
  }
}

const besideArchive = (archive: string, name: string): string => path.join(`${archive}.unpacked`, name);

/** Answers of each call for a place in an archive. */
const answers = {
  readFile(place: Place, options?: fs.ObjectEncodingOptions | BufferEncoding | null): string | Buffer {
    const encoding = typeof options === "string" ? options : options?.encoding;
    const bytes = contentsOf(place);
    return encoding == null ? bytes : bytes.toString(encoding);
  },
  stat: (place: Place): fs.Stats => statOf(place),
  lstat: (place: Place): fs.Stats => statOf(place),
  access: (): void => {},
  realpath: ({ archive, name }: Place): string => path.join(own.realpathSync(archive), name),
  readdir: ({ entry }: Place): string[] => Object.keys(entry.files ?? {}),
};

function statOf({ archive, entry }: Place): fs.Stats {
  const isFile = entry.files === undefined;
  return Object.assign(own.statSync(archive), {
    size: entry.size ?? 0,
    isFile: () => isFile,
    isDirectory: () => !isFile,
  });
}

type Loose = (...given: unknown[]) => unknown;
const callbacks = fs as unknown as Record<string, Loose>;
const promises = fs.promises as unknown as Record<string, Loose>;
const former = own as unknown as Record<string, Loose>;

for (const [name, answer] of Object.entries(answers) as [
  string,
  (place: Place, options: unknown) => unknown,
][]) {
  const ownPromise = promises[name] as Loose;
  const answered = (file: unknown, options: unknown): { readonly value: unknown } | null => {
    const place = placeOf(file, name);
    return place === null ? null : { value: answer(place, options) };
  };
  callbacks[`${name}Sync`] = (file, ...rest) => {
    try {
      const given = answered(file, rest[0]);
      return given === null ? former[`${name}Sync`]?.(file, ...rest) : given.value;
    } catch (error) {
      // As `statSync` was told.
      if ((rest[0] as { throwIfNoEntry?: boolean } | undefined)?.throwIfNoEntry === false) return undefined;
      throw error;
    }
  };
  promises[name] = async (file, ...rest) => {
    const given = answered(file, rest[0]);
    return given === null ? await ownPromise(file, ...rest) : given.value;
  };
  callbacks[name] = (file, ...rest) => {
    const done = rest.at(-1) as (error: unknown, value?: unknown) => void;
    const options = rest.length > 1 ? rest[0] : undefined;
    try {
      const given = answered(file, options);
      if (given === null) return former[name]?.(file, ...rest);
      queueMicrotask(() => done(null, given.value));
    } catch (error) {
      queueMicrotask(() => done(error));
    }
    return undefined;
  };
}
fs.existsSync = (file) => {
  try {
    return placeOf(file, "access") !== null || own.existsSync(file);
  } catch {
    return false;
  }
};
syncBuiltinESMExports();

process.dlopen = (module: unknown, file: string, ...rest: unknown[]) => {
  const place = placeOf(file, "dlopen");
  if (place !== null && process.env.FAKE_ASAR_LOG !== undefined)
    own.appendFileSync(process.env.FAKE_ASAR_LOG, `${place.name}\n`);
  // A library in the archive cannot be mapped by the system.
  const real = place?.entry.unpacked === true ? besideArchive(place.archive, place.name) : file;
  (own.dlopen as Loose).call(process, module, real, ...rest);
};

const isFileIn = (file: string): boolean => {
  try {
    return placeOf(file, "open")?.entry.files === undefined && placeOf(file, "open") !== null;
  } catch {
    return false;
  }
};

/** As Node finds a module; null where it is in no archive. */
function moduleFile(name: string, parent: string | undefined): string | null {
  const from = parent?.startsWith("file:") === true ? fileURLToPath(parent) : null;
  if (name.startsWith("file:")) return firstFile(fileURLToPath(name));
  if (path.isAbsolute(name)) return firstFile(name);
  if (from === null || !from.includes(".asar")) return null;
  if (name.startsWith(".")) return firstFile(path.resolve(path.dirname(from), name));
  for (let folder = path.dirname(from); folder.includes(".asar"); folder = path.dirname(folder)) {
    const found = firstFile(path.join(folder, "node_modules", name));
    if (found !== null) return found;
  }
  return null;
}

function firstFile(file: string): string | null {
  const about = path.join(file, "package.json");
  const main = isFileIn(about)
    ? (JSON.parse(String(fs.readFileSync(about))) as { main?: string }).main
    : undefined;
  const tries = [file, `${file}.js`, path.join(file, main ?? "index.js")];
  return tries.find(isFileIn) ?? null;
}

/** `type` of the package that a script belongs to decides about `.js`. */
function formatOf(file: string): string | undefined {
  // Node's own loader of libraries takes these.
  if (file.endsWith(".node")) return undefined;
  const known = { ".cjs": "commonjs", ".mjs": "module", ".json": "json" }[path.extname(file)];
  if (known !== undefined) return known;
  for (let folder = path.dirname(file); folder.includes(".asar"); folder = path.dirname(folder)) {
    const about = path.join(folder, "package.json");
    if (isFileIn(about))
      return (JSON.parse(String(fs.readFileSync(about))) as { type?: string }).type ?? "commonjs";
  }
  return "commonjs";
}

registerHooks({
  resolve(name, context, next) {
    const file = name.startsWith("node:") ? null : moduleFile(name, context.parentURL);
    return file === null
      ? next(name, context)
      : { url: pathToFileURL(file).href, format: formatOf(file), shortCircuit: true };
  },
  load(url, context, next) {
    const file = url.startsWith("file:") ? fileURLToPath(url) : "";
    const place = isFileIn(file) ? placeOf(file, "open") : null;
    if (place === null || file.endsWith(".node")) return next(url, context);
    return { source: contentsOf(place), format: context.format ?? formatOf(file), shortCircuit: true };
  },
});
