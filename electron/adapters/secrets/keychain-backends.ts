import type { ChildProcess, StdioOptions } from "node:child_process";
import { lateModules } from "#adapters/late-modules.ts";
import { awaitAnswer } from "#base/begun.ts";
import type { SecretAnswer, SecretBackend } from "./secret-backend.ts";

/** Question to the keychain's process; it travels over a pipe, never in arguments or the environment. */
export type KeychainRequest = {
  readonly backend: "keytar" | "keyring";
  readonly account: string;
} & ({ readonly operation: "get" | "forget" } | { readonly operation: "keep"; readonly secret: string });

/** `reason` is the library's own text. */
export type KeychainAnswer =
  | { readonly kind: "found"; readonly secret: string }
  | { readonly kind: "absent" }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "hung" };

/** A request, and whether the process first has to say that it has begun. */
export type KeychainTask = KeychainRequest & { readonly saysBegun?: true };

/** Message from that process. */
export type KeychainMessage = KeychainAnswer | { readonly kind: "begun" };

/**
 * Asks the keychain in a process of its own. Resolves always, at the latest `timeoutMs` after that has begun, or has not
 * begun for too long.
 */
export type AskKeychain = (request: KeychainRequest, timeoutMs: number) => Promise<KeychainAnswer>;

/** Forks `keychain-worker.ts` for every request; `env` tells it where D-Bus is. */
export function askInProcess(env: NodeJS.ProcessEnv): AskKeychain {
  return (request, timeoutMs) => {
    const { answer, hear } = awaitAnswer<KeychainAnswer>(timeoutMs, { kind: "hung" });
    const { SKYFERRY_PASSWORD: _, NODE_OPTIONS: __, ...childEnv } = env;
    const child = startWorker(childEnv);
    child.on("message", hear);
    child.once("error", (error) => hear({ kind: "failed", reason: error.message }));
    child.once("exit", (code, signal) => {
      const failed = () => hear({ kind: "failed", reason: `its process ended (${signal ?? code})` });
      // On Windows the end can be heard before the answer, which is read until the channel closes.
      if (child.connected) child.once("disconnect", failed);
      else failed();
    });
    const task: KeychainTask = { ...request, saysBegun: true };
    child.send(task, () => {
      // A pipe that broke is told by "exit".
    });
    return answer.finally(() => void child.kill("SIGKILL"));
  };
}

/** It opens no page, and may run as root or in a service that may make no namespaces. */
const withoutSandbox = process.platform === "linux" ? ["--no-sandbox", "--no-zygote"] : [];

/** An installed program cannot be run as plain Node: it starts itself, told to be this worker (`main/start.ts`). */
function startWorker(env: NodeJS.ProcessEnv): ChildProcess {
  const stdio: StdioOptions = ["ignore", "ignore", "ignore", "ipc"];
  if (process.versions.electron !== undefined)
    return lateModules.processes().spawn(process.execPath, [...withoutSandbox, "--keychain"], { env, stdio });
  return lateModules
    .processes()
    .fork(new URL("./keychain-worker.ts", import.meta.url), { env, execArgv: [], stdio });
}

/** Words of the libraries that mean: there is no keychain here, as opposed to a locked one. */
const noKeychain = [
  /cannot find (module|package)|cannot open shared object|MODULE_NOT_FOUND/i,
  /autolaunch|DBUS_SESSION_BUS_ADDRESS|failed to connect to socket|connection refused/i,
  /not provided by any \.service files|ServiceUnknown/i,
  // The service runs and holds no collection: nobody ever logged in to a desktop here.
  /no result found|object does not exist at path/i,
];

/** keytar, then @napi-rs/keyring: the order in which they are tried. */
export function keychainBackends(ask: AskKeychain, timeoutMs: number): readonly SecretBackend[] {
  return (["keytar", "keyring"] as const).map((backend) => {
    const tell = async (request: KeychainRequest): Promise<SecretAnswer> => {
      const given = await ask(request, timeoutMs);
      if (given.kind === "hung") {
        const message =
          `The keychain (${backend}) did not answer within ${timeoutMs / 1000} s. It may be waiting for someone to ` +
          `unlock it. ${insteadOfKeychain}`;
        return { kind: "error", message };
      }
      if (given.kind !== "failed") return given;
      const reason = given.reason.split("\n", 1)[0] ?? "";
      if (noKeychain.some((words) => words.test(reason))) {
        return {
          kind: "unavailable",
          message: `There is no keychain (${backend}) in this session: ${reason}.`,
        };
      }
      const message = `The keychain (${backend}) cannot be used: ${reason}. It may be locked. ${insteadOfKeychain}`;
      return { kind: "error", message };
    };
    return {
      name: backend,
      place: "keychain",
      get: (account) => tell({ backend, account, operation: "get" }),
      keep: (account, secret) => tell({ backend, account, operation: "keep", secret }),
      forget: (account) => tell({ backend, account, operation: "forget" }),
    };
  });
}

const insteadOfKeychain = "Unlock it, or give the password with SKYFERRY_PASSWORD or --password-file.";
