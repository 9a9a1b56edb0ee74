import { readFile, stat } from "node:fs/promises";
import type { SecretFound } from "../../engine/ports.ts";
import { plainReason } from "../settings/json-file.ts";

/** Reads `--password-file`: its text without the line end. Where others can read the file too, `onWarning` hears it. */
export async function readPasswordFile(
  file: string,
  onWarning: (message: string) => void,
): Promise<SecretFound> {
  try {
    const mode = (await stat(file)).mode & 0o777;
    if (process.platform !== "win32" && (mode & 0o044) !== 0) {
      onWarning(
        `The password file ${file} can be read by others (mode 0${mode.toString(8)}): chmod 600 ${file}`,
      );
    }
    const secret = (await readFile(file, "utf8")).replace(/^\uFEFF/, "").replace(/\r?\n$/, "");
    if (secret === "") return { kind: "trouble", message: `The password file ${file} is empty.` };
    return { kind: "found", secret, place: "password-file", backend: file };
  } catch (error) {
    return { kind: "trouble", message: `The password file ${file} cannot be read: ${plainReason(error)}.` };
  }
}
