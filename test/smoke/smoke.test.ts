import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { type SmokeStep, smoke } from "./smoke.ts";

/** The check of an installed program is checked itself, on a stand-in that has each fault once. */
let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-smoke-");
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const standIn = fileURLToPath(new URL("../support/hosts/smoke-program-main.ts", import.meta.url));

async function tryStandIn(fault?: string, hasCommands = false): Promise<readonly SmokeStep[]> {
  await mkdir(path.join(folder, "home"));
  const steps = await smoke(
    {
      program: process.execPath,
      words: [standIn],
      env: {
        ...process.env,
        HOME: path.join(folder, "home"),
        // A package's program is started without its launcher.
        UV_THREADPOOL_SIZE: undefined,
        ...(fault === undefined ? {} : { SMOKE_FAULT: fault }),
      },
      dataFolder: path.join(folder, "data"),
      origin: "http://skyferry.localhost/",
      hasCommands,
      screenshot: path.join(folder, "picture.png"),
      ...(fault === undefined ? {} : { startMs: 15_000 }),
    },
    () => {},
  );
  return steps;
}

test.skipIf(process.platform !== "linux")("a program that is well passes every step", async () => {
  const steps = await tryStandIn(undefined, true);
  expect(steps.map(({ name, isGood, text }) => (isGood ? name : `${name}: ${text}`))).toEqual([
    "--version",
    "no-such command",
    "doctor",
    "daemon",
    "start, hidden",
    "second start",
    "page and bridge",
    "links",
    "start at login",
    "picture",
    "memory",
    "end",
  ]);
  expect((await readFile(path.join(folder, "picture.png"))).toString("latin1", 1, 4)).toBe("PNG");
});

// Three minutes: the stand-in is started once or twice for each.
test.runIf(process.platform === "linux" && process.env.SKYFERRY_SMOKE_FAULTS === "1").each([
  ["a second start fails", "second start", "ended with 1"],
  ["the page reaches Node", "page and bridge", "reaches Node (function,"],
  ["there is no bridge", "page and bridge", "window.skyferry.call"],
  ["links are followed", "links", "a link was followed"],
  ["a link opens a window", "links", "a link has opened a window"],
  ["a second start shows nothing", "second start", "no page of"],
  ["the page stays empty", "page and bridge", "the page stays empty"],
  ["an unknown command never ends", "no-such command", "it does not end"],
  ["SIGTERM is not heard", "end", "still runs after 6 s"],
  ["it ends with an error", "end", "it ended with 3"],
])("%s: that is found by the step %j", async (fault, name, words) => {
  const last = (await tryStandIn(fault, fault.includes("command"))).at(-1);
  expect(last).toMatchObject({ name, isGood: false, text: expect.stringContaining(words) });
});
