import { once } from "#base/once.ts";

/**
 * Modules of Node that take several milliseconds to load, which is much of a short command that needs none of them: they
 * are loaded at their first use. An `import` would also load all that they export.
 */
export const lateModules = {
  crypto: once(() => process.getBuiltinModule("node:crypto")),
  zlib: once(() => process.getBuiltinModule("node:zlib")),
  threads: once(() => process.getBuiltinModule("node:worker_threads")),
  processes: once(() => process.getBuiltinModule("node:child_process")),
};
