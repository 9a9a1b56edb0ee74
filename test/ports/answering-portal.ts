import { portalAt } from "#test/support/portals/portal-under-test.ts";
import { type Scripted, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

/** A portal that does the same with every request, and its client with short time-outs; the caller closes `open`. */
export async function answering(scripted: Scripted, open: { close(): Promise<void> }[]) {
  const server = await startScriptedPortal(() => scripted);
  const portal = portalAt(server.url, { timeouts: { answerMs: 500, stallMs: 500, wholeAnswerMs: 10_000 } });
  open.push(portal, server);
  return { server, portal };
}
