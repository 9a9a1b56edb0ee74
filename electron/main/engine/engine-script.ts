import { fileURLToPath } from "node:url";

/** The script of the engine's process. */
export const engineScript = fileURLToPath(new URL("./engine-worker.ts", import.meta.url));
