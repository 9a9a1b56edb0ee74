import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { startEnvironment } from "#base/start-environment.ts";
import { errorText } from "#base/text.ts";
import { freePort } from "#test/support/hosts/free-port.ts";
import { type Conversation, evaluate, openPage, openProgram, pagesOf } from "./cdp.ts";
import { memoryOf } from "./process-memory.ts";

/** A desktop program to try, installed or in a checkout. */
export interface SmokeSubject {
  readonly program: string;
  /** In front of Skyferry's own words: the folder of the checkout, `--no-sandbox`. */
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Absolute and empty. */
  readonly dataFolder: string;
  /** Origin of the pages. */
  readonly origin: string;
  /** Also takes `--cli`, as an installed program does. */
  readonly hasCommands: boolean;
  /** Path of a picture of the window. */
  readonly screenshot: string;
  /** For whatever begins or has to answer, in milliseconds. Left out: a minute. */
  readonly startMs?: number;
}

/** A thing that was tried, and how it went. */
export interface SmokeStep {
  readonly name: string;
  /** Words for what was seen; with `isGood` false, for what is wrong. */
  readonly text: string;
  readonly isGood: boolean;
}

/** A session that ends gives a program about this long. */
const endMs = 6_000;
/** Window, engine, Chromium's helpers. */
const mostBytes = 900_000_000;

interface Running {
  readonly startMs: number;
  readonly subject: SmokeSubject;
  readonly port: number;
  readonly first: ChildProcess;
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
}

type Try = readonly [name: string, run: (running: Running) => Promise<string>];

/**
 * Starts the program hidden, tries it from outside as a person and a system would, and ends it. A step that fails ends the
 * run, as the next ones build on it. Nothing of the program is left running.
 */
export async function smoke(
  subject: SmokeSubject,
  tell: (step: SmokeStep) => void,
): Promise<readonly SmokeStep[]> {
  const port = await freePort();
  const { program, words, dataFolder } = subject;
  const args = [...words, "--data", dataFolder, "--hidden", `--remote-debugging-port=${port}`];
  const first = spawn(program, args, { env: subject.env, stdio: "inherit" });
  const ended = once(first, "exit").then(([code, signal]) => [code, signal] as const);
  // A program that cannot be started is told by the first step.
  ended.catch(() => {});
  const steps: SmokeStep[] = [];
  try {
    for (const [name, run] of tries(subject)) {
      const step = await run({ subject, port, first, ended, startMs: subject.startMs ?? 60_000 }).then(
        (text) => ({ name, text, isGood: true }),
        (error: unknown) => ({ name, text: errorText(error), isGood: false }),
      );
      steps.push(step);
      tell(step);
      if (!step.isGood) break;
    }
  } finally {
    first.kill("SIGKILL");
  }
  return steps;
}

function tries({ hasCommands }: SmokeSubject): readonly Try[] {
  return [
    ...(hasCommands ? commandTries : []),
    ["start, hidden", startHidden],
    ["second start", secondStart],
    ["page and bridge", inPage(pageAndBridge)],
    ["links", inPage(links)],
    ["start at login", inPage(startAtLogin)],
    ["picture", inPage(picture)],
    ["memory", memory],
    ["end", endIt],
  ];
}

const commandTries: readonly Try[] = [
  ["--version", async (running) => await command(running, ["--version"], 0)],
  ["no-such command", async (running) => await command(running, ["no-such"], 2)],
  [
    "doctor",
    async (running) => {
      const words = ["doctor", "--json", "--data", running.subject.dataFolder];
      const said = await command(running, words, null);
      const { diagnoses } = JSON.parse(said) as {
        readonly diagnoses: readonly {
          readonly name: string;
          readonly state: string;
          readonly text: string;
        }[];
      };
      const problems = diagnoses.filter(({ state }) => state === "problem");
      // A runner's clock and desktop are no matter of the program.
      const own = problems.filter(({ name }) => !["Clock", "Notifications", "Keychain"].includes(name));
      if (own.length > 0) throw new Error(own.map(({ name, text }) => `${name}: ${text}`).join(" "));
      return `${diagnoses.length} things looked at${problems.map(({ text }) => `; ${text}`).join("")}`;
    },
  ],
  ["daemon", daemon],
];

/** A daemon says where its pages are, hears SIGTERM and ends; on Windows a signal is the end at once. */
async function daemon({ subject, startMs }: Running): Promise<string> {
  const dataFolder = `${subject.dataFolder}-daemon`;
  const child = startCommand(subject, ["daemon", "--data", dataFolder]);
  const ended = once(child, "exit");
  try {
    const [line] = await within(
      once(createInterface(child.stdout), "line"),
      startMs,
      "it does not say where its pages are",
    );
    if (!/^\{"ui":"http:/.test(line)) throw new Error(`its first line is ${line}`);
    child.kill("SIGTERM");
    const [code, signal] = await within(ended, endMs, "it does not hear SIGTERM");
    if (process.platform !== "win32" && code !== 0) throw new Error(`it ended with ${signal ?? code}`);
    return "it says where its pages are, and ends";
  } finally {
    child.kill("SIGKILL");
  }
}

/** The program as the command line, as `build/bin/skyferry` starts it. */
function startCommand({ program, words, env }: SmokeSubject, argv: readonly string[]) {
  const switches =
    process.platform === "linux" ? ["--no-sandbox", "--no-zygote", "--ozone-platform=headless"] : [];
  return spawn(program, [...words, ...switches, "--cli", "--", ...argv], {
    env: { ...startEnvironment, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Gives what a command of the program wrote; it has to end by itself, with that exit code. */
async function command(
  { subject, startMs }: Running,
  argv: readonly string[],
  expected: number | null,
): Promise<string> {
  const child = startCommand(subject, argv);
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code, signal] = await within(once(child, "close"), startMs, "it does not end").finally(
    () => void child.kill("SIGKILL"),
  );
  if (expected !== null && code !== expected)
    throw new Error(`it ended with ${code ?? signal}, not with ${expected}`);
  return said.trim() || `ended with ${code}`;
}

async function startHidden({ subject, port, first, ended, startMs }: Running): Promise<string> {
  if (first.pid === undefined) throw new Error(`${subject.program} cannot be started`);
  const gone = ended.then(([code, signal]) => {
    throw new Error(`it has ended (${signal ?? code})`);
  });
  const isUp = async (): Promise<void> => {
    while (!existsSync(hostFile(subject)) || (await openProgram(port)) === null) await sleep(200);
  };
  await within(
    Promise.race([isUp(), gone]),
    startMs,
    "it did not start its engine, or has no debugging port",
  );
  const pages = await pagesOf(port, subject.origin);
  return pages.length === 0 ? "it runs without a window" : "it runs minimised: there is no tray";
}

async function secondStart({ subject, port, first, startMs }: Running): Promise<string> {
  const { program, words, dataFolder, env, origin } = subject;
  const second = spawn(program, [...words, "--data", dataFolder], { env, stdio: "inherit" });
  const [code] = await within(once(second, "exit"), startMs, "the second one does not end").finally(
    () => void second.kill("SIGKILL"),
  );
  if (code !== 0) throw new Error(`the second one ended with ${code}`);
  if (first.exitCode !== null || first.signalCode !== null) throw new Error("the first one ended, too");
  const page = await openPage(port, origin, startMs);
  const isVisible = () => evaluate<boolean>(page, 'document.visibilityState === "visible"');
  await within(until(isVisible), startMs, "the first one does not show its window");
  page.close();
  return "it ends, and the first one shows its window";
}

const inPage =
  (run: (page: Conversation, running: Running) => Promise<string>) =>
  async (running: Running): Promise<string> => {
    const page = await openPage(running.port, running.subject.origin, running.startMs);
    try {
      return await run(page, running);
    } finally {
      page.close();
    }
  };

async function pageAndBridge(page: Conversation, { startMs }: Running): Promise<string> {
  const isDrawn = () => evaluate<boolean>(page, 'document.querySelector("main") !== null');
  await within(until(isDrawn), startMs, "the page stays empty");
  const way = await evaluate<string>(page, "[typeof require, typeof process, typeof module].join()");
  if (way !== "undefined,undefined,undefined") throw new Error(`the page reaches Node (${way})`);
  const facts = await call<{ readonly kind: string; readonly hasTray: boolean }>(page, "shell.facts");
  if (facts.kind !== "desktop") throw new Error(`the bridge leads to a ${facts.kind}`);
  await call(page, "status");
  return `the bridge answers; ${facts.hasTray ? "there is a tray" : "there is no tray area"}`;
}

/** Addresses that no page of the program may go to, and that open no browser either. */
const outside = ["http://example.invalid/", "file:///etc/hostname", "data:text/html,elsewhere"];

async function links(page: Conversation, { port, subject }: Running): Promise<string> {
  const before = (await pagesOf(port, "")).map(({ id }) => id);
  for (const address of outside)
    await evaluate(
      page,
      `(() => { const link = document.createElement("a"); link.href = ${JSON.stringify(address)};
        document.body.append(link); link.click(); link.remove(); window.open(link.href); })()`,
    ).catch(() => {});
  await sleep(1_000);
  const at = await evaluate<string>(page, "location.href");
  if (!at.startsWith(subject.origin)) throw new Error(`a link was followed to ${at}`);
  const isAlone = async (): Promise<boolean> =>
    (await pagesOf(port, "")).every(({ id }) => before.includes(id));
  await within(until(isAlone), 5_000, "a link has opened a window");
  return `${outside.length} links were not followed`;
}

async function startAtLogin(page: Conversation): Promise<string> {
  const isOn = async (): Promise<boolean | null> =>
    (await call<{ readonly startAtLogin: boolean | null }>(page, "shell.facts")).startAtLogin;
  if ((await isOn()) === null) return "not offered here";
  for (const wanted of [true, false]) {
    await call(page, "shell.setStartAtLogin", { isOn: wanted });
    if ((await isOn()) !== wanted) throw new Error(`it was switched ${wanted ? "on" : "off"} and is not`);
  }
  return "it can be switched on and off again";
}

async function picture(page: Conversation, { subject }: Running): Promise<string> {
  const { data } = await page.send<{ readonly data: string }>("Page.captureScreenshot", { format: "png" });
  const bytes = Buffer.from(data, "base64");
  await writeFile(subject.screenshot, bytes);
  // An empty window compresses to almost nothing.
  if (bytes.length < 10_000) throw new Error(`the window is blank (${bytes.length} bytes)`);
  return subject.screenshot;
}

async function memory({ port }: Running): Promise<string> {
  const program = await openProgram(port);
  if (program === null) throw new Error("the debugging port is gone");
  const { processInfo } = await program.send<{ readonly processInfo: readonly { readonly id: number }[] }>(
    "SystemInfo.getProcessInfo",
  );
  program.close();
  const bytes = await memoryOf(processInfo.map(({ id }) => id));
  const said = `${Math.round(bytes / 1e6)} MB in ${processInfo.length} processes`;
  if (bytes === 0 || bytes > mostBytes)
    throw new Error(`${said}; at most ${mostBytes / 1e6} MB are expected`);
  return said;
}

async function endIt({ subject, port, first, ended }: Running): Promise<string> {
  const from = performance.now();
  if (process.platform === "win32") {
    // There SIGTERM is no request: this is what the system's own quit leads to.
    const program = await openProgram(port);
    program?.send("Browser.close").catch(() => {});
  } else first.kill("SIGTERM");
  const [code, signal] = await within(ended, endMs, `it still runs after ${endMs / 1000} s`);
  if (code !== 0) throw new Error(`it ended with ${signal ?? code}`);
  if (existsSync(hostFile(subject))) throw new Error("it left its host.json behind");
  return `it ended within ${Math.ceil((performance.now() - from) / 1000)} s`;
}

async function call<T>(page: Conversation, method: string, input: object = {}): Promise<T> {
  const words = `${JSON.stringify(method)}, ${JSON.stringify(input)}`;
  const reply = await evaluate<{ readonly ok: boolean; readonly value: T; readonly error?: unknown }>(
    page,
    `window.skyferry.call(${words})`,
  );
  if (!reply.ok) throw new Error(`${method}: ${JSON.stringify(reply.error)}`);
  return reply.value;
}

const hostFile = ({ dataFolder }: SmokeSubject): string => path.join(dataFolder, "host.json");

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await sleep(200);
}

async function within<T>(work: Promise<T>, ms: number, otherwise: string): Promise<T> {
  const over = new AbortController();
  const late = sleep(ms, null, { signal: over.signal }).then(() => {
    throw new Error(`${otherwise} (within ${ms / 1000} s)`);
  });
  return await Promise.race([work, late]).finally(() => over.abort());
}
