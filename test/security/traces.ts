import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

/** A secret that must not be found, with what it is called in a report. */
export interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A password in every spelling in which it could be written down by accident. */
export function spellingsOf(name: string, username: string, password: string): readonly Needle[] {
  const json = JSON.stringify(password).slice(1, -1);
  const spellings = {
    "as it is": password,
    "in JSON": json,
    "in JSON in JSON": JSON.stringify(json).slice(1, -1),
    "percent-encoded": encodeURIComponent(password),
    "in base64": Buffer.from(password).toString("base64"),
    "with its user in base64": Buffer.from(`${username}:${password}`).toString("base64"),
    "with its user in base64url": Buffer.from(`${username}:${password}`).toString("base64url"),
    "in UTF-16": Buffer.from(password, "utf16le"),
    "in hexadecimal": Buffer.from(password).toString("hex"),
  };
  return Object.entries(spellings).map(([how, text]) => ({
    name: `${name} ${how}`,
    bytes: Buffer.from(text),
  }));
}

/** Gives the needles that lie in these bytes, also where they are packed by gzip. */
export function foundIn(bytes: Buffer, needles: readonly Needle[]): readonly string[] {
  const isPacked = bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]));
  const haystack = isPacked ? gunzipSync(bytes) : bytes;
  return needles.filter((needle) => haystack.includes(needle.bytes)).map(({ name }) => name);
}

/** `path: needle` for every file below `folder` that holds one, its own name included; `except` are full paths. */
export function foundBelow(
  folder: string,
  needles: readonly Needle[],
  except: readonly string[] = [],
): readonly string[] {
  return filesBelow(folder)
    .filter((file) => !except.includes(file))
    .flatMap((file) =>
      [...foundIn(Buffer.from(file), needles), ...foundIn(readFileSync(file), needles)].map(
        (name) => `${file}: ${name}`,
      ),
    );
}

/** Full paths of all files below a folder. */
export function filesBelow(folder: string): readonly string[] {
  return entriesBelow(folder)
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** `path mode` for the folder and everything below it that anybody but its owner may read, write or enter. */
export function openToOthers(folder: string): readonly string[] {
  const below = entriesBelow(folder).map((entry) => path.join(entry.parentPath, entry.name));
  return [folder, ...below].flatMap((file) => {
    const mode = statSync(file).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${file} 0${mode.toString(8)}`];
  });
}

function entriesBelow(folder: string): readonly Dirent[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true });
}
