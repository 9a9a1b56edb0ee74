import type { PowerMonitor } from "electron";
import type { ElectronParts, End } from "./electron-parts.ts";
import type { HostStatus } from "./host-status.ts";

export interface StayAwakeParts {
  readonly electron: Pick<ElectronParts, "powerSaveBlocker"> & {
    readonly powerMonitor: Pick<PowerMonitor, "isOnBatteryPower" | "on">;
  };
  readonly status: Pick<HostStatus, "onTray" | "tray">;
}

/** Keeps the PC from going to sleep while files are being sent, unless it runs on its battery. The screen may go dark. */
export function stayAwake({ electron, status }: StayAwakeParts): End {
  const { powerMonitor, powerSaveBlocker } = electron;
  let blocker: number | null = null;
  const release = (): void => {
    if (blocker !== null) powerSaveBlocker.stop(blocker);
    blocker = null;
  };
  const follow = (): void => {
    if (status.tray().state !== "sending" || powerMonitor.isOnBatteryPower()) release();
    else blocker ??= powerSaveBlocker.start("prevent-app-suspension");
  };
  powerMonitor.on("on-battery", follow);
  powerMonitor.on("on-ac", follow);
  const end = status.onTray(follow);
  return () => {
    end();
    release();
  };
}
