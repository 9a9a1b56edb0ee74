import { expect, test } from "vitest";
import { portalHandlers } from "#api/handlers/portal-handlers.ts";
import * as shapes from "#test/support/builders/portal-shapes.ts";
import { never, portalAt, portalFor } from "#test/support/portals/portal-under-test.ts";
import { startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

/** Gives handlers over a portal that answers in a shape that nobody described: pages get the route by name, never an exception. */

async function handlersOver(answer: unknown) {
  const body = JSON.stringify(answer);
  const headers = { "Content-Type": "application/json" };
  const server = await startScriptedPortal(() => ({ status: 200, headers, body }));
  const portal = portalFor(server);
  return portalHandlers(portal, () => server.url);
}

type Handlers = Awaited<ReturnType<typeof handlersOver>>;

const uuid = shapes.rawFile.uuid;
const routes: readonly (readonly [string, (handlers: Handlers) => Promise<unknown>])[] = [
  ["/api/sites", (h) => h["portal.sites"]({}, never())],
  ["/api/products", (h) => h["portal.products"]({}, never())],
  ["/api/products/variables", (h) => h["portal.productVariables"]({}, never())],
  ["/api/instruments", (h) => h["portal.instrumentTypes"]({}, never())],
  ["/api/models", (h) => h["portal.models"]({}, never())],
  [`/api/files/${uuid}`, (h) => h["portal.file"]({ uuid }, never())],
  ["/api/files?site=x", (h) => h["portal.files"]({ site: "x" }, never())],
  ["/api/model-files?site=x", (h) => h["portal.modelFiles"]({ site: "x" }, never())],
  [`/api/visualizations/${uuid}`, (h) => h["portal.visualization"]({ fileUuid: uuid }, never())],
  ["/api/visualizations?site=x", (h) => h["portal.visualizations"]({ site: "x" }, never())],
  ["/api/raw-files?site=x", (h) => h["portal.rawFiles"]({ site: "x" }, never())],
  ["/api/raw-model-files?site=x", (h) => h["portal.rawModelFiles"]({ site: "x" }, never())],
  ["/api/download/image/x.png", (h) => h["portal.image"]({ s3key: "x.png" }, never())],
];
const wrong = [null, 7, "text", {}, { nonsense: [1] }, [null], [{ nonsense: true }], [[]]];

test.each(routes)("%s is named when its answer has another shape", async (route, ask) => {
  for (const answer of wrong) {
    const handlers = await handlersOver(answer);
    expect(await ask(handlers)).toEqual({
      ok: false,
      error: { code: "portal-trouble", message: expect.stringContaining(route) },
    });
  }
});

test("a list that the portal need not have is not offered then, and it is said why", async () => {
  for (const answer of wrong) {
    const handlers = await handlersOver(answer);
    const notes = [expect.stringContaining("/api/instrument-pids")];
    expect(await handlers["portal.instrumentRecords"]({}, never())).toEqual({ ok: true, value: null, notes });
  }
});

test("one bad record does not hide the others, and is counted", async () => {
  const bad = { ...shapes.site, id: 5 };
  const handlers = await handlersOver([shapes.site, bad, { ...shapes.site, id: "other" }, null]);
  const reply = await handlers["portal.sites"]({}, never());
  if (!reply.ok) throw new Error(reply.error.message);
  expect(reply.value.map(({ id }) => id)).toEqual([shapes.site.id, "other"]);
  expect(reply.notes).toEqual([
    expect.stringMatching(
      /^2 of 4 records in the portal's answer to \/api\/sites are not in the documented format and were left out: “id” of record 2 should be text, but is 5\.$/,
    ),
  ]);
});

test("a list that is whole has no notes", async () => {
  const handlers = await handlersOver([shapes.site]);
  const reply = await handlers["portal.sites"]({}, never());
  expect(Object.keys(reply)).toEqual(["ok", "value"]);
});

test("where the portal is", async () => {
  const handlers = portalHandlers(portalAt("https://portal.example"), () => "https://portal.example");
  expect(await handlers["portal.address"]({}, never())).toEqual({
    ok: true,
    value: { url: "https://portal.example" },
  });
});
