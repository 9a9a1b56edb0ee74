import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { homedir } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connectToHost } from "#api/loopback/client.ts";
import { readHostFile } from "#api/loopback/host-file.ts";
import { forgetOtherPrograms } from "#base/inherited.ts";
import { userDataFolder } from "#compose/user-data-folder.ts";
import { findRuntime } from "./fetch-runtime.ts";
import { failedStart, noWindow, openPages, startsAgainCode, startWindow } from "./open-pages.ts";

/**
 * The application as an operator gets it, from a checkout: the window where there is a display and an Electron runtime,
 * which the first start fetches; else the daemon of the same data folder, with its pages in the browser and one line that
 * says why. `--no-open` starts the daemon and opens nothing.
 */
const top = fileURLToPath(new URL("../..", import.meta.url));
const commandLine = fileURLToPath(new URL("./skyferry.ts", import.meta.url));
const words = process.argv.slice(2).filter((word) => word !== "--no-open");
const opens = words.length === process.argv.length - 2;
const startsAgain = `Skyferry had an internal error and is starting again by itself (exit code ${startsAgainCode}).`;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Programs that are started from here inherit it.
forgetOtherPrograms(process.env, process.execPath);

/** Aborts at the first signal; every child gets each of them. */
const stopping = new AbortController();
const children = new Set<ChildProcess>();
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, () => {
    stopping.abort();
    for (const child of children) child.kill(signal);
  });

const found = opens
  ? await findRuntime({ env: process.env, output: process.stderr, stopping: stopping.signal })
  : ({ kind: "none", reason: null } as const);
const code = found.kind === "found" ? await runWindow(found.program) : null;
if (code !== null) process.exitCode = code;
else if (found.kind === "stopped") process.exitCode = 130;
else {
  if (found.kind === "none" && found.reason !== null) say(noWindow(found.reason));
  process.exitCode = await runDaemon();
}

/** The exit code of the window; null where none opened, which has been said. */
async function runWindow(program: string): Promise<number | null> {
  const child = startWindow(program, [top, ...words], { stdio: "inherit" });
  const over = ended(child).catch(() => 1);
  const reason = await failedStart(child, program);
  if (reason === null || stopping.signal.aborted) {
    const code = await over;
    if (code === startsAgainCode) say(startsAgain);
    return code;
  }
  say(noWindow(reason));
  return null;
}

async function runDaemon(): Promise<number> {
  const at = words.indexOf("--data");
  const given = at < 0 ? undefined : words[at + 1];
  const dataFolder = given ?? userDataFolder(process.platform, process.env, homedir());
  const running = await connectToHost(dataFolder);
  if (running.kind === "connected") {
    await running.close();
    const file = await readHostFile(dataFolder);
    if (file.kind === "read")
      show(`${file.record.address}/#token=${file.record.token}`, dataFolder, "is already running");
    return 0;
  }
  const args = [commandLine, "daemon", "--data", dataFolder];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const over = ended(child);
  for await (const line of createInterface(child.stdout)) {
    const { ui } = JSON.parse(line) as { readonly ui: string };
    show(ui, dataFolder, "is running; Ctrl-C stops it");
  }
  return await over;
}

function show(ui: string, dataFolder: string, how: string): void {
  say(`Skyferry ${how}. Its pages: ${ui}`);
  if (opens) openPages(ui, dataFolder, { env: process.env, runtime: null }, say);
}

/** The exit code of the child. */
async function ended(child: ChildProcess): Promise<number> {
  children.add(child);
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
