import type { Handlers } from "../contract/methods.ts";
import type { PortalReads } from "../engine/portal-reads.ts";
import type { Engine } from "../engine/surface.ts";
import { portalHandlers } from "./portal-handlers.ts";
import { type HostFacts, statusHandlers } from "./status-handlers.ts";
import { uploadHandlers } from "./upload-handlers.ts";

export interface HandlerParts {
  readonly engine: Engine;
  readonly portalReads: PortalReads;
  /** Null where nothing runs and the ledger is only read. */
  readonly host: HostFacts | null;
}

/** Every method of the contract, answered by an engine and the portal. */
export function createHandlers({ engine, portalReads, host }: HandlerParts): Handlers {
  return { ...statusHandlers(engine, host), ...uploadHandlers(engine), ...portalHandlers(portalReads) };
}
