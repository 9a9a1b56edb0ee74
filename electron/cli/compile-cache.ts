import { enableCompileCache } from "node:module";
import path from "node:path";

/**
 * From a checkout every start would strip the types of every file and compile it. The result is kept beside the packages
 * of the checkout, for this process, its threads and the processes that it starts. The built program keeps nothing: it has
 * few files, and where it is installed nobody may write.
 */
export function keepCompiled(): void {
  if (process.argv[1]?.endsWith(".ts") !== true) return;
  const folder = path.join(import.meta.dirname, "../../node_modules/.cache/skyferry");
  const { directory } = enableCompileCache(folder);
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;
}
