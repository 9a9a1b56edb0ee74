import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// An instrument: writes one file in the folder and one in a folder that it makes, each in two steps.
const [folder, inner, first, second] = process.argv.slice(2);
const write = (file) => {
  // Its name stands in it: files with the same bytes are one to the portal.
  writeFileSync(file, file);
  appendFileSync(file, " and half");
  process.stdout.write(`${Date.now()} finished ${file}\n`);
};
write(join(folder, first));
mkdirSync(join(folder, inner));
// Wine hears of what is in it a moment later.
await sleep(1000);
write(join(folder, inner, second));
