import { parentPort, workerData } from "node:worker_threads";
import { keepHeapSmall } from "#adapters/heap-at-rest.ts";
import { type WatchedFolders, watchFolders } from "./watch-folders.ts";

/** Asks for a folder to be watched again, or as one more. */
export interface RenewMessage {
  readonly folder: string;
}

if (parentPort !== null) serve(parentPort, workerData as WatchedFolders);

/** Keeps listing of many files, and drives that hang, off the main thread. */
function serve(port: NonNullable<typeof parentPort>, data: WatchedFolders): void {
  const watching = watchFolders(
    data,
    () => true,
    (message) => port.postMessage(message),
  );
  port.on("message", ({ folder }: RenewMessage) => watching.renew(folder));
  keepHeapSmall();
}
