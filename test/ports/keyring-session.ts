import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A D-Bus session with a keyring of its own. */
export interface KeyringSession {
  /** What a process needs to find it. */
  readonly env: NodeJS.ProcessEnv;
  end(): Promise<void>;
}

const script = fileURLToPath(new URL("./keyring-session.sh", import.meta.url));

/** Why no such session can be had here; null when it can. */
export function noKeyringSession(): string | null {
  if (process.platform !== "linux") return "gnome-keyring is for Linux";
  const missing = ["dbus-run-session", "gnome-keyring-daemon"].filter((tool) => !isOnPath(tool));
  return missing.length === 0 ? null : `${missing.join(" and ")} not installed`;
}

/** Starts a session whose keyring lies in `folder`; resolves when it can be used. */
export async function startKeyringSession(
  state: "unlocked" | "locked",
  folder: string,
): Promise<KeyringSession> {
  const session = spawn(script, [state, folder], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => session.once("exit", () => resolve()));
  const lines = createInterface({ input: session.stdout })[Symbol.asyncIterator]();
  const { value: address } = await lines.next();
  if (typeof address !== "string") throw new Error("the keyring session ended before it was ready");
  return {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: address, DISPLAY: undefined },
    async end() {
      session.stdin.end();
      await ended;
    },
  };
}

function isOnPath(tool: string): boolean {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
