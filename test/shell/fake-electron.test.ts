import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ForkOptions, MessagePortMain, UtilityProcess } from "electron";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeApp } from "#test/support/fake-electron/fake-app.ts";
import { FakeMessageChannel } from "#test/support/fake-electron/fake-ports.ts";
import { fakeUtilityProcess } from "#test/support/fake-electron/fake-utility-process.ts";
import { atMost } from "#test/support/limits.ts";

/** The fake is as unkind as Electron: one test for each thing that the shell relies on, with the page that says so. */

const docs = "https://www.electronjs.org/docs/latest";
const issues = "https://github.com/electron/electron";

let children: UtilityProcess[];
beforeEach(() => {
  children = [];
});
afterEach(() => {
  for (const { pid } of children) if (pid !== undefined) process.kill(pid, "SIGKILL");
});

/** A process that obeys words; `next` gives what it says, in order. */
function fork(options: ForkOptions = { stdio: "ignore" }) {
  const script = fileURLToPath(new URL("./utility-scripts/obeys.js", import.meta.url));
  const child = fakeUtilityProcess(() => true).fork(script, ["--word"], options);
  children.push(child);
  const said: unknown[] = [];
  const waiting: ((word: unknown) => void)[] = [];
  child.on("message", (word) => {
    const hear = waiting.shift();
    if (hear === undefined) said.push(word);
    else hear(word);
  });
  return {
    child,
    said,
    next: (): Promise<unknown> =>
      said.length > 0 ? Promise.resolve(said.shift()) : new Promise((hear) => waiting.push(hear)),
    tell: (word: string, more: object = {}, ports: MessagePortMain[] = []) =>
      child.postMessage({ do: word, ...more }, ports),
  };
}

async function ready(options?: ForkOptions) {
  const forked = fork(options);
  expect(await forked.next()).toBe("ready");
  return forked;
}

const exitOf = async (child: UtilityProcess): Promise<unknown> => (await once(child, "exit"))[0];

describe("utilityProcess", () => {
  test(`cannot be forked before ready: ${docs}/api/utility-process#utilityprocessforkmodulepath-args-options`, async () => {
    const app = new FakeApp({ appData: "/", home: "/" });
    const utilityProcess = fakeUtilityProcess(() => app.isReady());
    expect(() => utilityProcess.fork("x.js")).toThrow("before app is ready");
    await app.whenReady();
    expect(app.isReady()).toBe(true);
  });

  test(`has parentPort and no channel of Node: ${docs}/api/parent-port`, async () => {
    const { tell, next } = await ready();
    tell("facts");
    expect(await next()).toEqual({ argv: ["--word"], channel: "undefined", type: "object" });
  });

  test(`hears what was posted before it listened: ${docs}/api/parent-port#event-message`, async () => {
    const { tell, next } = fork();
    tell("echo", { text: "early" });
    expect([await next(), await next()]).toEqual(["ready", "early"]);
  });

  test(`has a pid from spawn to exit: ${docs}/api/utility-process#childpid`, async () => {
    const { child } = fork();
    expect(child.pid).toBe(undefined);
    await once(child, "spawn");
    expect(child.pid).toBeGreaterThan(0);
    process.kill(child.pid ?? 0, "SIGKILL");
    await exitOf(child);
    expect(child.pid).toBe(undefined);
  });

  test(`cannot be killed before it has spawned: ${issues}/issues/44009`, async () => {
    const { child, next } = fork();
    expect(child.kill()).toBe(false);
    expect(await next()).toBe("ready");
  });

  test(`is killed by SIGTERM alone, which it may outlive: ${docs}/api/utility-process#childkill`, async () => {
    const { child, tell, next } = await ready();
    tell("ignore");
    expect(await next()).toBe("ignored");
    expect(child.kill()).toBe(true);
    expect(await next()).toBe("SIGTERM");
    tell("echo", { text: "still here" });
    expect(await next()).toBe("still here");
  });

  test(`that kill ended has ended with 0: ${issues}/pull/44726`, async () => {
    const { child } = await ready();
    child.kill();
    expect(await exitOf(child)).toBe(0);
  });

  test(`tells the code of process.exit: ${docs}/api/utility-process#event-exit`, async () => {
    const { child, tell } = await ready();
    tell("exit", { code: 70 });
    expect(await exitOf(child)).toBe(70);
  });

  test(`tells another code where it crashed: ${docs}/api/utility-process#event-exit`, async () => {
    const { child } = await ready();
    process.kill(child.pid ?? 0, "SIGKILL");
    expect(await exitOf(child)).not.toBe(0);
  });

  test(`loses what it posted in the turn in which it exits: ${docs}/breaking-changes#behavior-changed-processexit-kills-utility-process-synchronously`, async () => {
    const { child, tell, said } = await ready();
    tell("exit", { code: 0 });
    await exitOf(child);
    expect(said).toEqual([]);
  });

  test(`only warns of a rejection that nobody handles: ${docs}/breaking-changes#behavior-changed-utility-process-unhandled-rejection-behavior-change`, async () => {
    const { tell, next } = await ready();
    tell("reject");
    expect(await next()).toBe("alive");
  });

  test(`does not end when it has nothing to do: ${issues}/issues/47228`, async () => {
    const { child, tell } = await ready();
    tell("rest");
    await sleep(300);
    expect(child.pid).toBeGreaterThan(0);
  });

  test(`keeps what it writes while nobody reads its standard streams: ${docs}/api/utility-process#childstdout`, async () => {
    const { child, tell, next, said } = await ready({ stdio: "pipe" });
    tell("write");
    await sleep(300);
    expect(said).toEqual([]);
    child.stdout?.resume();
    expect(await next()).toBe("written");
  });

  test(`has no streams after its end, nor where they are not piped: ${docs}/api/utility-process#childstdout`, async () => {
    const { child, tell } = await ready({ stdio: "pipe" });
    expect([child.stdout === null, child.stderr === null]).toEqual([false, false]);
    tell("exit", { code: 0 });
    await exitOf(child);
    expect([child.stdout, child.stderr]).toEqual([null, null]);
    expect(fork().child.stdout).toBe(null);
  });

  test(`ends at once with its parent: ${docs}/tutorial/process-model#the-utility-process`, async () => {
    const script = fileURLToPath(new URL("./utility-scripts/parent.js", import.meta.url));
    const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(createInterface(parent.stdout), "line")) as [string];
    parent.kill("SIGKILL");
    const isAlive = () => {
      try {
        return process.kill(Number(line), 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isAlive, { timeout: atMost(10_000) }).toBe(false);
  });
});

describe("MessagePortMain", () => {
  test(`keeps messages until start: ${docs}/api/message-port-main#portstart`, async () => {
    const { port1, port2 } = new FakeMessageChannel();
    const heard: unknown[] = [];
    port2.on("message", ({ data }) => heard.push(data));
    port1.postMessage("one");
    await new Promise(setImmediate);
    expect(heard).toEqual([]);
    port2.start();
    expect(heard).toEqual(["one"]);
  });

  test(`keeps messages until start, also in another process: ${docs}/api/message-port-main#portstart`, async () => {
    const { tell, next } = await ready();
    const { port1, port2 } = new FakeMessageChannel();
    port1.postMessage("before it was handed on");
    await new Promise(setImmediate);
    tell("port", {}, [port2]);
    port1.postMessage("after");
    tell("echo", { text: "nothing yet" });
    expect(await next()).toBe("nothing yet");
    tell("start");
    expect([await next(), await next()]).toEqual([{ heard: "before it was handed on" }, { heard: "after" }]);
  });

  test(`carries what can be cloned, and nothing else: ${docs}/api/message-port-main#portpostmessagemessage-transfer`, () => {
    const { port1 } = new FakeMessageChannel();
    expect(() => port1.postMessage({ call: () => {} })).toThrow("could not be cloned");
    expect(() => fork().child.postMessage({ call: () => {} })).toThrow("could not be cloned");
  });

  test(`gives the other end a copy: ${docs}/api/message-port-main#portpostmessagemessage-transfer`, async () => {
    const { port1, port2 } = new FakeMessageChannel();
    const heard: unknown[] = [];
    port2.on("message", ({ data }) => heard.push(data));
    port2.start();
    const message = { text: "as it was" };
    port1.postMessage(message);
    message.text = "changed";
    await new Promise(setImmediate);
    expect(heard).toEqual([{ text: "as it was" }]);
  });

  test(`is of no use any more where it was handed on: ${docs}/tutorial/message-ports#messageports-in-the-main-process`, async () => {
    const { tell, child } = await ready();
    const { port1, port2 } = new FakeMessageChannel();
    const heard: unknown[] = [];
    port1.on("message", ({ data }) => heard.push(data));
    port1.start();
    tell("port", {}, [port2]);
    port2.postMessage("lost");
    await new Promise(setImmediate);
    expect(heard).toEqual([]);
    expect(() => child.postMessage({ do: "port" }, [port2])).toThrow("neutered");
  });

  test(`loses what is posted after close, and the other end hears of it: ${docs}/api/message-port-main#portclose`, async () => {
    const { tell, next } = await ready();
    const { port1, port2 } = new FakeMessageChannel();
    tell("port", {}, [port2]);
    tell("start");
    port1.postMessage("last");
    port1.close();
    port1.postMessage("lost");
    expect([await next(), await next()]).toEqual([{ heard: "last" }, "closed"]);
    tell("echo", { text: "no more" });
    expect(await next()).toBe("no more");
  });

  test(`is closed by the end of the process that has the other end: ${docs}/api/message-port-main#event-close`, async () => {
    const { tell, child } = await ready();
    const { port1, port2 } = new FakeMessageChannel();
    const heard: unknown[] = [];
    port1.on("message", ({ data }) => heard.push(data));
    port1.start();
    const closed = once(port1, "close");
    tell("port", {}, [port2]);
    tell("say", { text: "hello" });
    await expect.poll(() => heard).toEqual(["hello"]);
    process.kill(child.pid ?? 0, "SIGKILL");
    await closed;
  });
});

describe("app", () => {
  test(`exit asks nobody: ${docs}/api/app#appexitexitcode`, () => {
    const app = new FakeApp({ appData: "/", home: "/" });
    app.on("before-quit", (event) => event.preventDefault());
    app.quit();
    expect(app.exitCode).toBe(null);
    app.exit(3);
    expect(app.exitCode).toBe(3);
  });

  test(`keeps the lock of a single instance until it is given back: ${docs}/api/app#appreleasesingleinstancelock`, () => {
    const app = new FakeApp({ appData: "/", home: "/" });
    app.requestSingleInstanceLock();
    expect(app.hasLock).toBe(true);
    app.releaseSingleInstanceLock();
    expect(app.hasLock).toBe(false);
  });

  test(`is not ready in the turn in which the program begins: ${docs}/api/app#event-ready`, async () => {
    const app = new FakeApp({ appData: "/", home: "/" });
    const ready = app.whenReady();
    expect(app.isReady()).toBe(false);
    await ready;
    expect(app.isReady()).toBe(true);
  });
});
