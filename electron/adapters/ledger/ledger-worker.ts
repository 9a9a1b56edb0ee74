import { parentPort, workerData } from "node:worker_threads";
import { openAndServe } from "./ledger-service.ts";

// The ledger's own thread: waiting for the disk stops this one only.
if (parentPort !== null) openAndServe(parentPort, workerData);
