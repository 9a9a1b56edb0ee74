import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connectToHost } from "#api/loopback/client.ts";
import { readHostFile } from "#api/loopback/host-file.ts";
import { userDataFolder } from "#compose/data-folder.ts";
import { electronRuntime, hasDisplay } from "./electron-runtime.ts";

/**
 * The application as an operator gets it, from a checkout: the window where there is an Electron runtime and a display,
 * else the daemon of the same data folder, with one line that says where its pages are.
 */
const top = fileURLToPath(new URL("../..", import.meta.url));
const commandLine = fileURLToPath(new URL("./skyferry.ts", import.meta.url));
const words = process.argv.slice(2);

const runtime = electronRuntime();
process.exitCode =
  runtime !== null && hasDisplay(process.platform, process.env)
    ? await ended(spawn(runtime, [top, ...words], { stdio: "inherit" }))
    : await runDaemon();

async function runDaemon(): Promise<number> {
  const at = words.indexOf("--data");
  const given = at < 0 ? undefined : words[at + 1];
  const dataFolder = given ?? userDataFolder(process.platform, process.env, homedir());
  const found = await connectToHost(dataFolder);
  if (found.kind === "connected") {
    await found.close();
    const file = await readHostFile(dataFolder);
    if (file.kind === "read") say(`${file.record.address}/#token=${file.record.token}`, "is already running");
    return 0;
  }
  const args = [commandLine, "daemon", "--data", dataFolder];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const over = ended(child);
  for await (const line of createInterface(child.stdout)) {
    const { ui } = JSON.parse(line) as { readonly ui: string };
    say(ui, "is running; press Ctrl-C to stop it");
  }
  return await over;
}

function say(ui: string, how: string): void {
  process.stdout.write(`Skyferry ${how}. There is no Electron runtime here: open ${ui} in a browser.\n`);
}

/** Passes signals on and gives the exit code of the child. */
async function ended(child: ChildProcess): Promise<number> {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
