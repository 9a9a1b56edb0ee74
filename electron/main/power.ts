import type { PowerMonitor } from "electron";

export interface PowerParts {
  readonly powerMonitor: Pick<PowerMonitor, "on">;
  /** Drops what connections there were, looks through every folder and tries the portal. */
  readonly wakeUp: () => Promise<void>;
  /** The system ends: nothing is asked, everything is put down. */
  readonly onShutdown: () => void;
  readonly log: (message: string, facts?: Readonly<Record<string, unknown>>) => void;
}

/** Follows the PC into sleep and out of it. While it sleeps nothing runs; what was open then is dead afterwards. */
export function followPower({ powerMonitor, wakeUp, onShutdown, log }: PowerParts): void {
  powerMonitor.on("suspend", () => log("the PC goes to sleep"));
  powerMonitor.on("resume", () => {
    log("the PC woke up");
    wakeUp().catch((error: unknown) => log("waking up failed", { error: String(error) }));
  });
  powerMonitor.on("shutdown", (event?: { preventDefault(): void }) => {
    // Asks the system for the moment that it takes to give back what is in flight.
    event?.preventDefault();
    onShutdown();
  });
}
