import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * What to do where Linux keeps programs from making namespaces, as Ubuntu does since 23.10: without them Electron needs
 * its helper with the rights of root. `program` is Electron's; null where that is not in the way.
 */
export function sandboxRemedy(program: string, read: (file: string) => string = readText): string | null {
  const helper = path.join(path.dirname(program), "chrome-sandbox");
  if (process.platform !== "linux" || !isRestricted(read) || isSetUid(helper)) return null;
  return `its sandbox needs "sudo chown root '${helper}' && sudo chmod 4755 '${helper}'"`;
}

function isRestricted(read: (file: string) => string): boolean {
  const value = (name: string): string => read(path.join("/proc/sys", name)).trim();
  return (
    value("kernel/apparmor_restrict_unprivileged_userns") === "1" ||
    value("kernel/unprivileged_userns_clone") === "0" ||
    value("user/max_user_namespaces") === "0"
  );
}

/** "" where it cannot be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isSetUid(file: string): boolean {
  try {
    const { uid, mode } = statSync(file);
    return uid === 0 && (mode & 0o4000) !== 0;
  } catch {
    return false;
  }
}
