import { X509Certificate } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import tls from "node:tls";
import { readNamedBytesSync, textOfBytes } from "#adapters/named-file.ts";
import { certificateVariables } from "./environment.ts";
import { ownCertificates } from "./places-in-settings.ts";

/** Who is trusted, and what of the environment could not be read: a clause each that begins with the variable. */
export interface Trust {
  readonly context: tls.SecureContext;
  readonly notes: readonly string[];
}

/**
 * Bundled, system and own authorities and those of the environment, or what is wrong with the file that the settings
 * name. No variable makes TLS older than 1.2.
 */
export function trustOf(caFile: string | null, env: NodeJS.ProcessEnv = process.env): Trust | string {
  const ca = new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")]);
  const notes: string[] = [];
  for (const name of certificateVariables) {
    const named = env[name]?.trim() ?? "";
    if (named === "") continue;
    const found = certificatesAt(name, named);
    if (typeof found === "string") notes.push(`${name} names ${named}, which ${found}`);
    else for (const one of found) ca.add(one);
  }
  const own = caFile === null ? [] : certificatesIn(caFile, true);
  if (typeof own === "string") {
    const [, what, code = ""] = /^(.*?)( \([A-Z]+\))?$/.exec(own) ?? [];
    return `The file in ${ownCertificates} ${what}: "${caFile}"${code}. Correct it, or leave it empty.`;
  }
  for (const one of own) ca.add(one);
  return { context: tls.createSecureContext({ ca: [...ca], minVersion: "TLSv1.2" }), notes };
}

/** Gives the fault of the certificates that a variable of the environment names; null: none. */
export function certificateFault(name: string, named: string): string | null {
  const found = certificatesAt(name, named);
  return typeof found === "string" ? found : null;
}

/** SSL_CERT_DIR may name several folders, of which systems that lack one say nothing. */
function certificatesAt(name: string, named: string): readonly string[] | string {
  if (name !== "SSL_CERT_DIR") return certificatesIn(named);
  const found: string[] = [];
  for (const folder of named.split(path.delimiter).filter((one) => one !== "")) {
    try {
      for (const entry of readdirSync(folder)) {
        const file = path.join(folder, entry);
        const inFile = statSync(file, { throwIfNoEntry: false })?.isFile() ? certificatesIn(file) : [];
        if (typeof inFile !== "string") found.push(...inFile);
      }
    } catch (error) {
      return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    }
  }
  return found.length === 0 ? "contains no certificate in PEM format" : found;
}

const blocks =
  /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----[^-]+-----END (?:X509 |TRUSTED )?CERTIFICATE-----/g;

/**
 * Every certificate of a file in PEM, each in a form that TLS reads whatever stands around it, or why there is none.
 * `isStrict`: a damaged one among others is a fault.
 */
function certificatesIn(file: string, isStrict = false): readonly string[] | string {
  try {
    const bytes = readNamedBytesSync(file);
    const text = textOfBytes(bytes);
    const written = [...text.matchAll(blocks)];
    const found = written.flatMap(([block]) => readable(block));
    if (isStrict && found.length < written.length) return "contains a damaged certificate";
    if (found.length > 0) return found;
    if (text.includes("\0B\0E\0G\0I\0N")) return "is not in UTF-8: save it as UTF-8";
    return [new X509Certificate(bytes).toString()];
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    return syscall === undefined ? "contains no certificate in PEM format" : `cannot be read (${code})`;
  }
}

function readable(block: string): readonly string[] {
  try {
    return [new X509Certificate(block).toString()];
  } catch {
    return [];
  }
}
