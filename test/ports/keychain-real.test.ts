import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openKeychain } from "#adapters/secrets/keychain.ts";
import { type AskKeychain, askInProcess, type KeychainRequest } from "#adapters/secrets/keychain-backends.ts";
import { secretsSuite } from "./secrets-suite.ts";

// The real libraries, in a D-Bus session of the test's own.

type Backend = KeychainRequest["backend"];
const backends = [
  { backend: "keytar", skipped: noKeyringSession() ?? notLoadable("keytar") },
  { backend: "keyring", skipped: noKeyringSession() ?? notLoadable("@napi-rs/keyring") },
] as const;
const portal = "https://portal.example";
const folders: string[] = [];
const ends: (() => Promise<void>)[] = [];

function notLoadable(library: string): string | null {
  try {
    createRequire(import.meta.url)(library);
    return null;
  } catch (error) {
    return String(error).split("\n", 1)[0] ?? "it cannot be loaded";
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "skyferry-keychain-"));
  folders.push(folder);
  return folder;
}

async function session(state: "unlocked" | "locked", folder: string) {
  const started = await startKeyringSession(state, folder);
  ends.push(started.end);
  return started;
}

/** Opens one of the two libraries alone; null takes both. */
function openIn(
  dataFolder: string,
  env: NodeJS.ProcessEnv,
  backend: Backend | null = null,
  timeoutMs = 5_000,
) {
  const really = askInProcess(env);
  const ask: AskKeychain = (request, timeoutMs) =>
    backend === null || request.backend === backend
      ? really(request, timeoutMs)
      : Promise.resolve({ kind: "failed", reason: "Cannot find module" });
  return openKeychain({
    dataFolder,
    env: {},
    passwordFile: null,
    onWarning: () => undefined,
    ask,
    timeoutMs,
  });
}

async function clear(): Promise<void> {
  for (const end of ends.splice(0)) await end();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

for (const { backend, skipped } of backends) {
  describe(`${backend} and gnome-keyring`, async () => {
    if (skipped !== null) console.log(`Not tried with ${backend}: ${skipped}`);
    const started = skipped === null ? await startKeyringSession("unlocked", await newFolder()) : null;
    const dataFolder = skipped === null ? await newFolder() : "";
    const own = folders.splice(0);
    afterAll(async () => {
      await started?.end();
      for (const folder of own) await rm(folder, { recursive: true });
    });
    afterEach(clear);

    secretsSuite({
      name: `secrets in ${backend}`,
      place: "keychain",
      backend,
      skipped,
      open: () => openIn(dataFolder, started?.env ?? {}, backend),
    });

    test.skipIf(skipped)(
      "a locked keyring is trouble, for reading and for keeping; unlocked again it gives the password",
      async () => {
        const [keyring, data] = [await newFolder(), await newFolder()];
        const before = await session("unlocked", keyring);
        await openIn(data, before.env, backend).keep("station", portal, "hunter2");
        await before.end();
        const locked = await session("locked", keyring);
        const found = await openIn(data, locked.env, backend).password("station", portal);
        expect(found).toMatchObject({ kind: "error", message: expect.stringContaining("locked") });
        const kept = await openIn(data, locked.env, backend).keep("station", portal, "hunter3");
        expect(kept).toEqual({ message: expect.stringContaining("locked") });
        expect(await readdir(data)).toEqual(["secret-place.json"]);
        await locked.end();
        const after = await session("unlocked", keyring);
        const again = await openIn(data, after.env, backend).password("station", portal);
        expect(again).toMatchObject({ secret: "hunter2", backend });
      },
    );

    test.skipIf(skipped)(
      "where nobody ever logged in there is no keyring: the fallback is taken",
      async () => {
        const fresh = await session("locked", await newFolder());
        const secrets = openIn(await newFolder(), fresh.env, backend);
        expect(await secrets.password("station", portal)).toMatchObject({ kind: "none" });
        expect(await secrets.keep("station", portal, "hunter2")).toEqual({
          place: "fallback",
          backend: "credentials.json",
        });
        expect(await secrets.password("station", portal)).toMatchObject({
          secret: "hunter2",
          place: "fallback",
        });
      },
    );
  });
}

describe.skipIf(process.platform !== "linux")("D-Bus that is not well", () => {
  afterEach(clear);

  test("no bus at all: the fallback is taken", async () => {
    const secrets = openIn(await newFolder(), { PATH: process.env.PATH });
    expect(await secrets.password("station", portal)).toMatchObject({ kind: "none" });
    expect(await secrets.keep("station", portal, "hunter2")).toMatchObject({ place: "fallback" });
  });

  test("a bus that takes the call and never answers: told after the time-out, and this process lives on", async () => {
    const folder = await newFolder();
    const socket = path.join(folder, "bus");
    const silent = createServer((connection) => connection.resume().on("error", () => undefined));
    await new Promise<void>((resolve) => silent.listen(socket, resolve));
    const secrets = openIn(
      folder,
      { ...process.env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${encodeURI(socket)}` },
      null,
      1_500,
    );
    expect(await secrets.password("station", portal)).toMatchObject({
      kind: "error",
      message: expect.stringContaining("did not answer within 1.5 s"),
    });
    // The socket is only free when the process that hung on it is gone.
    await new Promise((resolve) => silent.close(resolve));
  });
});

/** A D-Bus session with a keyring of its own. */
interface KeyringSession {
  /** Environment in which a process finds it. */
  readonly env: NodeJS.ProcessEnv;
  end(): Promise<void>;
}

const script = fileURLToPath(new URL("./keyring-session.sh", import.meta.url));

/** Why no such session can be had here; null when it can. */
function noKeyringSession(): string | null {
  if (process.platform !== "linux") return "gnome-keyring is for Linux";
  const missing = ["dbus-run-session", "gnome-keyring-daemon"].filter((tool) => !isOnPath(tool));
  return missing.length === 0 ? null : `${missing.join(" and ")} not installed`;
}

/** Starts a session whose keyring lies in `folder`; resolves when it can be used. */
async function startKeyringSession(state: "unlocked" | "locked", folder: string): Promise<KeyringSession> {
  const session = spawn(script, [state, folder], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => session.once("exit", () => resolve()));
  const lines = createInterface({ input: session.stdout })[Symbol.asyncIterator]();
  const { value: address } = await lines.next();
  if (typeof address !== "string") throw new Error("the keyring session ended before it was ready");
  return {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: address, DISPLAY: undefined },
    async end() {
      session.stdin.end();
      await ended;
    },
  };
}

function isOnPath(tool: string): boolean {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
