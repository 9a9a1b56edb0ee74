import type { EngineStart } from "./engine-calls.ts";
import { type RunningEngine, runEngine } from "./engine-run.ts";

/**
 * The engine's own process (Electron's utility process). It is told what to open and ends when it is told to, or with the
 * window's process, without a word.
 */
let engine: RunningEngine | null = null;

// Electron only warns of a rejection that nobody handles here.
for (const mistake of ["uncaughtException", "unhandledRejection"] as const)
  process.on(mistake, (error: unknown) => {
    if (engine === null) throw error;
    engine.fail(error);
  });
// Sent to every process of a session or a terminal at its end.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => engine?.stop());

process.parentPort.once("message", ({ data, ports: [port] }) => {
  if (port === undefined) throw new Error("The engine's process was given no port.");
  engine = runEngine(port, data as EngineStart, process.env, (code) => process.exit(code));
});
