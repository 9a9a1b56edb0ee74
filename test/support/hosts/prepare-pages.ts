import type { TestProject } from "vitest/node";
import { setup as makeDemoPortal } from "#test/support/portals/demo-portal.ts";
import { setup as buildPages } from "./build-pages.ts";
import { setup as unpackBrowser } from "./unpack-browser.ts";

/** Makes the things that the tests of pages need once, at the same time. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [removeDemoPortal] = await Promise.all([makeDemoPortal(project), buildPages(), unpackBrowser()]);
  return removeDemoPortal;
}
