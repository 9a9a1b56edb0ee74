import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A secret and the user it belongs to. */
export interface Searched {
  readonly username: string;
  readonly secret: string;
}

/** Every file below `folder` that shows one of the secrets in any spelling; `except` are paths that may. */
export async function filesWithSecrets(
  folder: string,
  secrets: readonly Searched[],
  except: readonly string[] = [],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || except.includes(path)) continue;
    const spelling = secretIn(await readFile(path), secrets);
    if (spelling !== null) found.push(`${path} shows a password as ${spelling}`);
  }
  return found;
}

/** The spelling in which the bytes show one of the secrets; null when they show none. */
export function secretIn(bytes: Uint8Array, secrets: readonly Searched[]): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const searched of secrets)
    for (const [name, spelled] of spellingsOf(searched)) if (buffer.includes(spelled)) return name;
  return null;
}

function spellingsOf({ username, secret }: Searched): readonly (readonly [string, string | Buffer])[] {
  const pair = Buffer.from(`${username}:${secret}`);
  const alone = Buffer.from(secret);
  return [
    ["it is", secret],
    ["JSON", JSON.stringify(secret).slice(1, -1)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ["percent-encoding", encodeURIComponent(secret)],
    [
      "percent-encoding in lower case",
      encodeURIComponent(secret).replace(/%../g, (two) => two.toLowerCase()),
    ],
    ["an address", encodeURI(secret)],
    ["a form field", new URLSearchParams({ "": secret }).toString().slice(1)],
    ["base64 of user:password", pair.toString("base64")],
    ["base64url of user:password", pair.toString("base64url")],
    ["base64", alone.toString("base64")],
    ["base64url", alone.toString("base64url")],
    ["hexadecimal", alone.toString("hex")],
    ["UTF-16", Buffer.from(secret, "utf16le")],
  ];
}
