import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const top = join(import.meta.dirname, "..");

/**
 * Test files that put a module in another's place. Each has a worker of its own; all others share theirs, and with it the
 * modules that they have loaded.
 */
export const mockingFiles: readonly string[] = globSync("test/**/*.test.ts", { cwd: top })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\bvi\.(mock|doMock)\(/.test(readFileSync(join(top, file), "utf8")));
