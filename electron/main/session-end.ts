import type { ElectronParts, End } from "./electron-parts.ts";

export interface SessionEndParts {
  readonly electron: Pick<ElectronParts, "BaseWindow">;
  readonly platform: NodeJS.Platform;
  /** Windows asks whether the session may end; it may still go on. Everything that is to be kept is kept when this returns. */
  readonly onAsked: () => void;
  /** The session ends in any case: the process is ended when this returns. */
  readonly onEnd: () => void;
}

/**
 * Follows the end of the session on Windows, which tells windows alone: so a window that is never shown hears it, for a
 * hidden start has no other. Other systems send a signal or tell `powerMonitor`.
 */
export function followSessionEnd({ electron, platform, onAsked, onEnd }: SessionEndParts): End {
  if (platform !== "win32") return () => {};
  const ear = new electron.BaseWindow({ show: false, skipTaskbar: true });
  ear.on("query-session-end", ({ reasons }) => {
    // Another program may keep the session alive, and files must then go on being sent; nobody can stop a critical end.
    onAsked();
    if (reasons.includes("critical")) onEnd();
  });
  ear.on("session-end", () => onEnd());
  return () => {
    if (!ear.isDestroyed()) ear.destroy();
  };
}
