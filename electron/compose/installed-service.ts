import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/** A service of Skyferry as this system's service manager knows it. */
export interface InstalledService {
  /** Absolute. */
  readonly dataFolder: string;
  /** Account that it runs as. */
  readonly user: string;
  /** Further flags of its daemon. */
  readonly flags: readonly string[];
  /** `user`: of one account's own systemd. */
  readonly scope: "system" | "user";
  /** File in which the manager keeps its definition. */
  readonly file: string;
  /** True where a package of the system brought it. */
  readonly isPackaged: boolean;
}

/** Words that a definition must contain to be found again; the managers ignore them. */
const mark = "Skyferry service: ";

/** The words for a definition by which `installedService` knows it, on one line. */
export function serviceMark({ dataFolder, user, flags }: Marked): string {
  return mark + JSON.stringify({ dataFolder, user, flags });
}

/** Facts that a definition states about its service. */
type Marked = Pick<InstalledService, "dataFolder" | "user" | "flags">;

/** Name of the unit, of the task and of the launch daemon. */
export const serviceNames = {
  unit: "skyferry.service",
  task: "Skyferry",
  label: "org.skyferry.daemon",
} as const;

interface Place extends Pick<InstalledService, "scope" | "isPackaged"> {
  readonly file: string;
}

/** Gives the places where a definition can be, the one that counts first. Only an administrator, or the account itself, can write there. */
function placesOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): readonly Place[] {
  const system = { scope: "system", isPackaged: false } as const;
  if (platform === "win32") {
    const windows = env.SystemRoot ?? "C:\\Windows";
    return [{ ...system, file: path.win32.join(windows, "System32", "Tasks", serviceNames.task) }];
  }
  if (platform === "darwin")
    return [{ ...system, file: `/Library/LaunchDaemons/${serviceNames.label}.plist` }];
  const own = path.join(env.XDG_CONFIG_HOME || path.join(home, ".config"), "systemd/user", serviceNames.unit);
  return [
    { ...system, file: `/etc/systemd/system/${serviceNames.unit}` },
    ...["/usr/lib", "/lib"].map((top) => ({
      scope: "system" as const,
      isPackaged: true,
      file: `${top}/systemd/system/${serviceNames.unit}`,
    })),
    { scope: "user", isPackaged: false, file: own },
  ];
}

/** The service that is installed here; null where there is none, or none that this account can see. */
export function installedService(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
  read: (file: string) => Buffer = (file) => readFileSync(file),
): InstalledService | null {
  for (const { file, scope, isPackaged } of placesOf(platform, env, home)) {
    const said = markIn(textOf(file, read));
    if (said !== null) return { ...said, scope, file, isPackaged };
  }
  return null;
}

function textOf(file: string, read: (file: string) => Buffer): string {
  try {
    const bytes = read(file);
    // The Task Scheduler keeps UTF-16.
    return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8");
  } catch {
    return "";
  }
}

/** Reads the mark of a definition; null for one that Skyferry has not made. */
export function markIn(text: string): Marked | null {
  const line = new RegExp(`${mark}(\\{.*\\})`).exec(text)?.[1];
  if (line === undefined) return null;
  try {
    const given: Readonly<Record<string, unknown>> = JSON.parse(
      text.trimStart().startsWith("<") ? fromXml(line) : line,
    );
    const { dataFolder, user, flags } = given;
    if (typeof dataFolder !== "string" || typeof user !== "string" || !Array.isArray(flags)) return null;
    return { dataFolder, user, flags: flags.map(String) };
  } catch {
    return null;
  }
}

function fromXml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}
