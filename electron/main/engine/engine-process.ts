import { createEmitter, type Subscribe } from "#base/event.ts";
import type { InsideOf } from "#compose/inside-of.ts";
import type { Transport } from "#contract/transport.ts";
import { goodWhileMs, pauseBeforeMs } from "#main/restart.ts";
import { shellText } from "#main/text.ts";
import type { EngineCalls, HostName, WindowCalls } from "./engine-calls.ts";
import { type EngineFork, type ForkParts, forkEngine } from "./engine-fork.ts";
import { hangs } from "./engine-heartbeat.ts";
import { createLinks } from "./engine-transport.ts";
import type { OtherEnd } from "./port.ts";

export interface EngineProcessParts extends ForkParts {
  /** Functions with which the window answers the engine. */
  readonly answers: Pick<
    WindowCalls,
    "askKeychain" | "secretOf" | "keepSecret" | "forgetSecret" | "systemProxy"
  >;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonicMs: () => number;
  /** Whether another host, such as the service, serves the data folder now. */
  readonly isTaken: () => Promise<boolean>;
  /** Writes at once how a process ended that did not end well: it may have had no log, and no other may ever start. */
  readonly noteEnd: (facts: Readonly<Record<string, unknown>>) => void;
}

/** The engine in a process of its own, which is started again whenever it ends without being asked to. */
export interface EngineProcess {
  /** Survives the end of a process: it says that the link is down, and goes on with the next one. */
  transport(host: HostName): Transport;
  /** A line in the station's log; kept for the next process while there is none. */
  readonly log: EngineCalls["log"];
  /** `silent` also while there is no process. */
  readonly insideOf: InsideOf;
  /** How many processes in succession ended or could not open the station, and why at last. */
  failures(): { readonly count: number; readonly message: string };
  readonly onTryOut: Subscribe<boolean>;
  /** The record of uploads was taken away, which this sentence says; the engine starts again by itself. */
  readonly onLost: Subscribe<string>;
  /** Another host took the data folder while no process had it: none is started any more. */
  readonly onTaken: Subscribe<void>;
  /** After sleep. */
  wakeUp(): Promise<void>;
  /** Asks it to end, and makes it end after `graceMs`. Resolves when it is gone, or 1.5 s later. */
  stop(graceMs: number): Promise<void>;
}

/** A process that cannot open the station has closed what it had. */
const refusedMs = 1_000;
const keptLines = 100;

/**
 * Starts the engine and keeps it running until `stop`. Gives one sentence where it cannot open the station at first; an
 * engine that gives no answer is started again.
 */
export async function startEngine(
  parts: EngineProcessParts,
): Promise<EngineProcess | { readonly message: string }> {
  const { clock } = parts;
  const stopping = new AbortController();
  const links = createLinks();
  const tryOut = createEmitter<boolean>();
  const lost = createEmitter<string>();
  const taken = createEmitter<void>();
  const unwritten: Parameters<EngineCalls["log"]>[] = [];
  let failures = { count: 0, message: "" };
  let isOpen = false;

  const begin = () =>
    beginProcess(parts, stopping.signal, {
      events: links.tell,
      lost: lost.emit,
      tryOut(engine) {
        links.link("try-out", engine);
        tryOut.emit(engine !== null);
      },
      ended(facts) {
        isOpen = false;
        if (facts.code !== 0) parts.noteEnd(facts);
        else if (!stopping.signal.aborted) log("error", "the engine's process ended", facts);
      },
    });
  const log: EngineCalls["log"] = (...line) => {
    if (isOpen) current.engine.calls.tell("log", ...line);
    else if (unwritten.push(line) > keptLines) unwritten.shift();
  };
  const serve = (): void => {
    isOpen = true;
    for (const line of unwritten.splice(0)) log(...line);
    links.link("station", current.engine.calls);
  };

  let current = begin();
  const refusal = await current.opened;
  if (refusal === null) serve();
  else if (refusal !== shellText.engineHangs) {
    await current.engine.end(refusedMs);
    return { message: refusal };
  }

  const keepRunning = async (): Promise<void> => {
    for (;;) {
      const { message, wasGood } = await current.ended;
      if (stopping.signal.aborted) return;
      failures = { count: wasGood ? 1 : failures.count + 1, message };
      links.link("try-out", null);
      tryOut.emit(false);
      links.link("station", null);
      await clock.sleep(pauseBeforeMs(failures.count), stopping.signal);
      if (stopping.signal.aborted) return;
      current = begin();
      if ((await current.opened) === null) serve();
      else if (await parts.isTaken()) return taken.emit();
    }
  };
  void keepRunning();

  return {
    transport: links.transport,
    log,
    insideOf: (...asked) => current.engine.calls.ask("insideOf", ...asked).catch(() => "silent"),
    failures: () => failures,
    onTryOut: tryOut.on,
    onLost: lost.on,
    onTaken: taken.on,
    async wakeUp() {
      if (isOpen) await current.engine.calls.ask("wakeUp");
    },
    async stop(graceMs) {
      stopping.abort();
      current.engine.calls.tell("stop");
      await current.engine.end(graceMs);
    },
  };
}

interface HeardOfProcess extends Pick<WindowCalls, "events" | "lost"> {
  /** It serves the try-out; null: not any more. */
  tryOut(engine: OtherEnd<EngineCalls> | null): void;
  ended(facts: { readonly code: number } & Readonly<Record<string, unknown>>): void;
}

/**
 * Starts a process of the engine and ends it when it hangs, unless it is `stopping`. `opened`: null, or why it cannot open the
 * station; it ends then.
 */
function beginProcess(parts: EngineProcessParts, stopping: AbortSignal, heard: HeardOfProcess) {
  const { clock, monotonicMs } = parts;
  const startedMs = monotonicMs();
  const opened = Promise.withResolvers<string | null>();
  let why: string | null = null;
  const engine: EngineFork = forkEngine(parts, {
    ...parts.answers,
    opened(message) {
      why = message;
      opened.resolve(message);
    },
    events: heard.events,
    tryOut: (isRunning) => heard.tryOut(isRunning ? engine.calls : null),
    failed(message) {
      why = message;
    },
    lost(message) {
      why = message;
      heard.lost(message);
    },
  });
  const over = new AbortController();
  /** Electron may never say that a process has ended that could not be started. */
  const givenUp = Promise.withResolvers<Awaited<EngineFork["exited"]>>();
  const ended = Promise.race([engine.exited, givenUp.promise]).then(({ code, lastLines }) => {
    over.abort();
    const message = why ?? lastLines.find((line) => /^\w*Error\b/.test(line)) ?? shellText.engineEnded(code);
    heard.ended({ code, lastLines, ...(why === null ? {} : { why }) });
    opened.resolve(message);
    return { message, wasGood: monotonicMs() - startedMs >= goodWhileMs };
  });
  const endIfItHangs = async (): Promise<void> => {
    if (!(await hangs(engine.calls, clock, AbortSignal.any([over.signal, stopping])))) return;
    why = shellText.engineHangs;
    await engine.end(0);
    givenUp.resolve({ code: 1, lastLines: [] });
  };
  void endIfItHangs();
  return { engine, opened: opened.promise, ended };
}
