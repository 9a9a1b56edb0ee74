// Ends this process by SIGKILL before its n-th change below a folder, and tells how many there were where it ends by itself.
import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

const { KILL_AT_CALL = "0", KILL_BELOW = "", KILL_COUNT_FILE = "" } = process.env;
const { writeFileSync } = fs;
let calls = 0;

function isChange(name, [path, flags]) {
  if (typeof path !== "string" || !path.startsWith(KILL_BELOW) || path === KILL_COUNT_FILE) return false;
  return name !== "open" || (typeof flags === "string" && flags !== "r");
}

function watch(module, names) {
  for (const name of names) {
    const real = module[name];
    module[name] = (...values) => {
      if (isChange(name, values)) calls += 1;
      if (calls > 0 && calls === Number(KILL_AT_CALL)) process.kill(process.pid, "SIGKILL");
      return real.apply(module, values);
    };
  }
}

if (isMainThread) {
  watch(promises, ["rename", "rm", "rmdir", "mkdir", "writeFile", "copyFile", "open", "unlink"]);
  watch(fs, ["renameSync", "mkdirSync", "writeFileSync", "rmSync", "createWriteStream"]);
  syncBuiltinESMExports();
  if (KILL_COUNT_FILE !== "") process.on("exit", () => writeFileSync(KILL_COUNT_FILE, String(calls)));
}
