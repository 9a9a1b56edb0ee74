import { stat } from "node:fs/promises";
import { encodingTrouble, readNamedText } from "#adapters/named-file.ts";
import { plainReason } from "#adapters/settings/json-file.ts";
import type { SecretFound } from "#engine/ports/host.ts";

/**
 * Reads `--password-file`: its first line, without the line end. Where others can read the file too, or where more lines
 * have text, `onWarning` hears it.
 */
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
    const text = await readNamedText(file);
    const encoding = encodingTrouble(text);
    if (encoding !== null)
      return { kind: "trouble", message: `The password file ${file} cannot be read: ${encoding}.` };
    const [secret = "", ...others] = text.split(/\r?\n/);
    const hasOthers = others.some((line) => line.trim() !== "");
    if (secret === "")
      return {
        kind: "trouble",
        message: hasOthers
          ? `The first line of the password file ${file} is empty: it must contain the password.`
          : `The password file ${file} is empty.`,
      };
    if (hasOthers)
      onWarning(`The password file ${file} has more than one line: only the first line is used.`);
    return { kind: "found", secret, place: "password-file", backend: file };
  } catch (error) {
    return { kind: "trouble", message: `The password file ${file} cannot be read: ${plainReason(error)}.` };
  }
}
