import { give, refuse } from "#api/dispatch.ts";
import { presentExplanation } from "#api/present.ts";
import type { Handlers, Output } from "#contract/methods.ts";
import type { statusMethods } from "#contract/status.ts";
import type { Engine } from "#engine/engine-api.ts";
import { statusSnapshot } from "./status-snapshot.ts";

/** The process that watches and delivers. */
export type HostFacts = Output<"host">;

/** Answers about the whole and what steers it. `host` is null where nothing runs and the ledger is only read. */
export function statusHandlers(
  engine: Engine,
  host: HostFacts | null,
): Pick<Handlers, keyof typeof statusMethods> {
  return {
    async status() {
      return give(await statusSnapshot(engine, host !== null));
    },
    async explain({ path }) {
      return give(presentExplanation(await engine.explain(path), engine.progress()));
    },
    async host() {
      return host === null ? refuse("not-found", "Skyferry is not running.") : give(host);
    },
    async pause({ until }) {
      engine.pause(until === null ? null : Date.parse(until));
      return give({});
    },
    async resume() {
      engine.resume();
      return give({});
    },
    async tryNow() {
      engine.tryNow();
      return give({});
    },
    async rescan() {
      await engine.rescan();
      return give({});
    },
  };
}
