import { fileURLToPath } from "node:url";
import { startEnvironment } from "#base/start-environment.ts";
import { run } from "./children.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** A form in which Skyferry runs. */
export interface Program {
  readonly name: string;
  /** The command line's script. */
  readonly entry: string;
  /** Folder of what Node compiled at an earlier start; null where nothing is kept. */
  readonly compiled: string | null;
  /** Environment that its launcher sets before the start. */
  readonly env: NodeJS.ProcessEnv;
}

/** As the station package installs and starts it: `out/`, made by `buildProgram`. */
export const bundle: Program = {
  name: "bundle",
  entry: pathOf("../../out/cli/skyferry.js"),
  compiled: null,
  env: { ...startEnvironment },
};

/** From the sources. */
export const checkout: Program = {
  name: "checkout",
  entry: pathOf("../../electron/cli/skyferry.ts"),
  compiled: pathOf("../../node_modules/.cache/skyferry"),
  env: {},
};

/** Bundles the sources as they are now (`npm run build:main`); pages that were built stay. */
export async function buildProgram(): Promise<void> {
  await run(process.execPath, [pathOf("../../build/bundle.ts")]);
}
