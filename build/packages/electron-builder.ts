import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline/promises";

/** Runs electron-builder with these words, and tells in one line, without a stack trace, that it could not fetch what it needs. */
const builder = createRequire(import.meta.url).resolve("electron-builder/cli.js");
const run = spawn(process.execPath, [builder, ...process.argv.slice(2)], {
  stdio: ["inherit", "pipe", "inherit"],
});
run.on("close", (code) => {
  process.exitCode = code ?? 1;
});

const failure: string[] = [];
for await (const line of createInterface({ input: run.stdout })) {
  if (failure.length > 0 || line.includes("⨯")) failure.push(line);
  else process.stdout.write(`${line}\n`);
}
const [first = ""] = failure;
const reason = /\w+ (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH) [\w.:-]+/.exec(
  first,
)?.[0];
if (reason !== undefined)
  process.stderr.write(
    `Electron could not be fetched (${reason}): connect this PC to the network, or name a copy in ELECTRON_MIRROR.\n`,
  );
else if (failure.length > 0) process.stderr.write(`${failure.join("\n")}\n`);
