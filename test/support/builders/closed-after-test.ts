import { onTestFinished } from "vitest";

/** Closes them in this order when the test that runs is over. */
export function closedAfterTest(...ones: readonly { close(): Promise<void> }[]): void {
  onTestFinished(async () => {
    for (const one of ones) await one.close();
  });
}
