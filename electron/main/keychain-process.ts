import { fileURLToPath } from "node:url";
import type { UtilityProcess } from "electron";
import { awaitAnswer } from "#base/begun.ts";
import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import type { ElectronParts } from "./electron-parts.ts";
import { shellText } from "./text.ts";

export type ElectronKeychainAsk = NonNullable<NonNullable<DataFolderOptions["keychain"]>["ask"]>;
type KeychainAnswer = Awaited<ReturnType<ElectronKeychainAsk>>;

/**
 * Asks the system's keychain in a process of Electron's own kind, one for each question: the program may not be run as
 * plain Node, and a keychain that hangs is ended with its process.
 */
export function askInUtilityProcess(
  utilityProcess: Pick<ElectronParts["utilityProcess"], "fork">,
  script: string,
  env: NodeJS.ProcessEnv,
): ElectronKeychainAsk {
  return (request, timeoutMs) => {
    const { answer, hear } = awaitAnswer<KeychainAnswer>(timeoutMs, { kind: "hung" });
    const { SKYFERRY_PASSWORD: _, NODE_OPTIONS: __, ...childEnv } = env;
    const child: UtilityProcess = utilityProcess.fork(script, [], {
      env: childEnv as Record<string, string>,
      execArgv: [],
      stdio: "ignore",
      serviceName: "Skyferry keychain",
    });
    child.on("message", hear);
    child.once("exit", (code) => hear({ kind: "failed", reason: shellText.keychainProcessEnded(code) }));
    child.postMessage({ ...request, saysBegun: true });
    return answer.finally(() => void child.kill());
  };
}

/** The script that answers. It belongs to the adapter of the keychain, which forks it where there is plain Node. */
export const keychainScript = fileURLToPath(
  new URL("../adapters/secrets/keychain-worker.ts", import.meta.url),
);
