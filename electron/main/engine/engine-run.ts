import { dispatch } from "#api/dispatch.ts";
import type { Feed } from "#api/events/feed.ts";
import { fail } from "#api/reply.ts";
import { raceTimeout, timers } from "#base/async.ts";
import { errorText } from "#base/text.ts";
import { openDataFolder } from "#compose/data-folder.ts";
import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import { openEarlyLog } from "#compose/early-log.ts";
import { createInsideOf } from "#compose/inside-of.ts";
import type { Handlers } from "#contract/methods.ts";
import { createDemoControl } from "#demo/demo-control.ts";
import { shellText } from "#main/text.ts";
import type { EngineCalls, EngineStart, HostName, WindowCalls } from "./engine-calls.ts";
import { connectPort, type OtherEnd, type Port } from "./port.ts";

/** Parts that a host gives to be spoken with. */
interface Served {
  readonly handlers: Handlers;
  readonly feed: Feed;
}

/** The engine in its own process. */
export interface RunningEngine {
  /** Gives back what is in flight and ends the process with 0. Twice is once. */
  stop(): void;
  /** A mistake of the program, after which nothing in this process can be trusted: ends with 70 (EX_SOFTWARE). */
  fail(error: unknown): void;
}

/** Closing may take so long after a mistake. Uploads that are still in flight then are requeued at the next start. */
const closeAfterMistakeMs = 2_000;
/** So that what was told last is on its way: a utility process that exits drops it. */
const lastWordMs = 50;

/**
 * Opens the station and serves it over the port until it is stopped. `env` is that of the process; `exit` ends the
 * process, and is called once.
 */
export function runEngine(
  port: Port,
  start: EngineStart,
  env: NodeJS.ProcessEnv,
  exit: (code: number) => void,
): RunningEngine {
  const served = new Map<HostName, Served>();
  const opened = new AsyncDisposableStack();
  let wakeUp = async (): Promise<void> => {};
  // Until the station is open, which has a log of its own.
  let log: EngineCalls["log"] = (level, message, facts) =>
    openEarlyLog(start.dataFolder, start.password)[level](message, facts);
  let isLeaving = false;

  const window: OtherEnd<WindowCalls> = connectPort<WindowCalls, EngineCalls>(port, {
    async call(host, method, input) {
      const asked = served.get(host);
      if (asked === undefined) return fail("no-answer", shellText.engineGone);
      const onBug = (name: string, error: unknown) =>
        log("error", `Internal error in ${name}.`, { error: stackOf(error) });
      return await dispatch(asked.handlers, method, input, { onBug });
    },
    ...following(served, (id, events) => window.tell("events", id, events)),
    log: (...line) => log(...line),
    insideOf: createInsideOf(),
    alive() {},
    wakeUp: () => wakeUp(),
    stop: () => leave(0, opened.disposeAsync()),
  });

  const leave = (code: number, closed: Promise<void>): void => {
    if (isLeaving) return;
    isLeaving = true;
    closed
      .catch((error: unknown) => {
        const facts = { error: stackOf(error) };
        log("error", "stopping failed; uploads in flight are requeued at the next start", facts);
      })
      .then(() => {
        window.tell("ended");
        setTimeout(() => exit(code), lastWordMs);
      });
  };
  const engine: RunningEngine = {
    stop: () => leave(0, opened.disposeAsync()),
    fail(error) {
      log("error", "internal error: the engine starts again", { error: stackOf(error) });
      window.tell("failed", errorText(error));
      const closed = raceTimeout(
        () => opened.disposeAsync(),
        { clock: timers, ms: closeAfterMistakeMs },
        undefined,
      );
      leave(70, closed);
    },
  };

  const open = async (): Promise<string | null> => {
    const { dataFolder, version, pagesFolder, password } = start;
    const ownEnv = password === null ? env : { ...env, SKYFERRY_PASSWORD: password };
    const demo = demoControlOf(start, ownEnv, served, window);
    const keychain = keychainOf(window);
    const station = await openDataFolder({
      dataFolder,
      settingsFile: null,
      passwordFile: null,
      env: ownEnv,
      version,
      pagesFolder,
      keychain,
      systemProxy: (url) => window.ask("systemProxy", url),
      demo,
    });
    if ("message" in station) return station.message;
    opened.defer(() => station.close());
    log = (level, message, facts) => station.log[level](message, facts);
    const host = await station.startHost();
    if ("message" in host) return host.message;
    opened.defer(async () => void (await Promise.all([demo.close(), host.stop()])));
    served.set("station", host);
    wakeUp = () => host.wakeUp();
    // The window starts it again.
    void host.restored.then(() => engine.stop());
    void host.lost.then((message) => {
      window.tell("lost", message);
      engine.stop();
    });
    return null;
  };
  open().then(
    (message) => {
      window.tell("opened", message);
      if (message !== null) engine.stop();
    },
    (error: unknown) => {
      window.tell("opened", errorText(error));
      engine.fail(error);
    },
  );
  return engine;
}

/** The try-out, which is served beside the station while it runs. */
function demoControlOf(
  { dataFolder, version, pagesFolder }: EngineStart,
  env: NodeJS.ProcessEnv,
  served: Map<HostName, Served>,
  window: OtherEnd<WindowCalls>,
): ReturnType<typeof createDemoControl> {
  return createDemoControl({
    dataFolder,
    version,
    env,
    pagesFolder,
    backTo: () => null,
    onChanged(running) {
      if (running === null) served.delete("try-out");
      else served.set("try-out", running.host);
      window.tell("tryOut", running !== null);
    },
  });
}

/** Tells each follower what the feed of its host says. */
function following(
  served: ReadonlyMap<HostName, Served>,
  tell: (id: number, events: Parameters<WindowCalls["events"]>[1]) => void,
): Pick<EngineCalls, "follow" | "unfollow"> {
  const followed = new Map<number, AbortController>();
  return {
    async follow(id, host, sinceSeq) {
      const feed = served.get(host)?.feed;
      if (feed === undefined) return;
      const ending = new AbortController();
      followed.set(id, ending);
      for await (const events of feed.follow(sinceSeq, ending.signal)) tell(id, events);
      followed.delete(id);
    },
    unfollow: (id) => followed.get(id)?.abort(),
  };
}

/** The keychain and the protected store of the system, which Electron's first process alone may ask. */
function keychainOf(window: OtherEnd<WindowCalls>): NonNullable<DataFolderOptions["keychain"]> {
  return {
    ask: (request, timeoutMs) => window.ask("askKeychain", request, timeoutMs),
    fallback: {
      name: "safeStorage",
      place: "fallback",
      get: (account) => window.ask("secretOf", account),
      keep: (account, secret) => window.ask("keepSecret", account, secret),
      forget: (account) => window.ask("forgetSecret", account),
    },
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error && error.stack !== undefined ? error.stack : errorText(error);
}
