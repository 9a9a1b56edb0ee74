import { parentPort } from "node:worker_threads";
import { openAndServe } from "#adapters/ledger/ledger-service.ts";
import type { KeptThreadOrder } from "./kept-threads.ts";

/** A thread that opens one ledger after the other, each at a port of its own, and says when it is free. */
parentPort?.on("message", ({ port, data }: KeptThreadOrder) => {
  port.once("close", () => parentPort?.postMessage("free"));
  openAndServe(port, data);
});
