import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { errorText } from "#base/text.ts";
import type { KeychainAnswer, KeychainMessage, KeychainRequest, KeychainTask } from "./keychain-backends.ts";

/**
 * A process of its own for one request to the system's keychain. Both libraries can block forever when D-Bus hangs:
 * @napi-rs/keyring on the main thread, already when an entry is made; keytar in the thread pool, so that the process
 * cannot end. A process can be killed; a thread cannot.
 */

interface Entry {
  get(): Promise<string | null>;
  set(secret: string): Promise<void>;
  delete(): Promise<boolean>;
}

/** The part of keytar that is used. Never findCredentials: it crashes on an item without an account. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

// Both libraries are CommonJS with native parts, and keytar may be absent.
const require = createRequire(import.meta.url);

/** A station package has no packages beside it, but this library's native part. */
const nativeKeyring = fileURLToPath(new URL("../../../native/keyring.node", import.meta.url));

/** Service names differ, as neither library reads the items of the other. */
function openEntry(backend: KeychainRequest["backend"], account: string): Entry {
  if (backend === "keytar") {
    const keytar: Keytar = require("keytar");
    const service = "Skyferry (keytar)";
    return {
      get: () => keytar.getPassword(service, account),
      set: (secret) => keytar.setPassword(service, account, secret),
      delete: () => keytar.deletePassword(service, account),
    };
  }
  const keyring = existsSync(nativeKeyring) ? nativeKeyring : "@napi-rs/keyring";
  const { AsyncEntry }: typeof import("@napi-rs/keyring") = require(keyring);
  // Without this it would silently take the kernel's keys, which a reboot forgets.
  const entry = new AsyncEntry("Skyferry (keyring)", account, { linux: { store: "secret-service" } });
  return {
    get: () => entry.getPassword(),
    set: (secret) => entry.setPassword(secret),
    delete: () => entry.deletePassword(),
  };
}

async function answer(request: KeychainRequest): Promise<KeychainAnswer> {
  const entry = openEntry(request.backend, request.account);
  if (request.operation === "keep") {
    await entry.set(request.secret);
    return (await entry.get()) === request.secret ? { kind: "done" } : notReadBack;
  }
  if (request.operation === "forget") {
    await entry.delete();
    return (await entry.get()) === null ? { kind: "done" } : notReadBack;
  }
  const secret = await entry.get();
  return secret === null ? { kind: "absent" } : { kind: "found", secret };
}

const notReadBack: KeychainAnswer = {
  kind: "failed",
  reason: "it returned a different password",
};

async function answerOrFail(request: KeychainRequest): Promise<KeychainAnswer> {
  return await answer(request).catch(
    (error: unknown): KeychainAnswer => ({
      kind: "failed",
      reason: errorText(error),
    }),
  );
}

/** Port that Electron gives to a process of its own kind instead of Node's channel. */
interface ParentPort {
  once(event: "message", hear: (message: { readonly data: KeychainTask }) => void): void;
  postMessage(given: KeychainMessage): void;
}

const parentPort: ParentPort | undefined = Reflect.get(process, "parentPort");
const begun: KeychainMessage = { kind: "begun" };

if (parentPort === undefined) {
  process.once("message", async (request: KeychainTask) => {
    if (request.saysBegun) process.send?.(begun);
    process.send?.(await answerOrFail(request), () => process.exit());
  });
  process.once("disconnect", () => process.exit());
} else {
  // The one who asked ends this process when it has the answer.
  parentPort.once("message", async ({ data }) => {
    if (data.saysBegun) parentPort.postMessage(begun);
    parentPort.postMessage(await answerOrFail(data));
  });
}
