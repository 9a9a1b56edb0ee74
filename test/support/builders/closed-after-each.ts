import { afterEach } from "vitest";

/** What can be closed, and is: what a test puts in is closed after that test, in the order of joining. */
export function closedAfterEach(): { close(): Promise<void> }[] {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  return open;
}
