import { build } from "vite";

/** Builds the pages once before the tests that look at them, from the sources as they stand. */
export async function setup(): Promise<void> {
  await build({ logLevel: "error" });
}
