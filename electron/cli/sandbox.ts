import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Tells what to do where Linux keeps programs from making namespaces, as Ubuntu does since 23.10. Without them Electron
 * needs its helper with the rights of root. `program` is Electron's; null where that is not in the way.
 */
export function sandboxRemedy(program: string, read: (file: string) => string = readText): string | null {
  const helper = path.join(path.dirname(program), "chrome-sandbox");
  if (process.platform !== "linux" || !isRestricted(program, read) || isSetUid(helper)) return null;
  return `its sandbox needs "sudo chown root '${helper}' && sudo chmod 4755 '${helper}'"`;
}

function isRestricted(program: string, read: (file: string) => string): boolean {
  const value = (name: string): string => read(path.join("/proc/sys", name)).trim();
  return (
    (value("kernel/apparmor_restrict_unprivileged_userns") === "1" && !hasProfile(program, read)) ||
    value("kernel/unprivileged_userns_clone") === "0" ||
    value("user/max_user_namespaces") === "0"
  );
}

/** The .deb brings a profile of AppArmor that lets its program make namespaces. */
function hasProfile(program: string, read: (file: string) => string): boolean {
  const profile = read(path.join("/etc/apparmor.d", path.basename(program)));
  return profile.includes(`"${program}"`) && /^\s*userns\b/m.test(profile);
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
