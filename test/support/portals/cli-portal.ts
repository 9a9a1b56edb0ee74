import { rmSync } from "node:fs";
import { type MockPortal, type MockPortalOptions, startMockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

/** The bundled portal with the empty seed, in this process; its folder goes with it. May be closed twice. */
export async function openPortal(options: Partial<MockPortalOptions> = {}): Promise<MockPortal> {
  const dataFolder = options.dataFolder ?? (await makeScratch("skyferry-portal-"));
  const portal = await startMockPortal({ seed: "empty", ...options, dataFolder });
  let closing: Promise<void> | null = null;
  const end = async () => {
    await portal.close();
    // There are thousands of files: asynchronously, each takes five times the work.
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return {
    ...portal,
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** Requests that the portal has seen on one route, such as `POST /upload/metadata`. */
export function requestsOf(portal: MockPortal, route: string): number {
  const counts = Object.entries(portal.counts()).filter(([key]) => key.startsWith(route));
  return counts.reduce((sum, [, { requests }]) => sum + requests, 0);
}
