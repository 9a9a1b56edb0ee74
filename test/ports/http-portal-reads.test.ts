import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { HttpPortal } from "../../electron/adapters/portal/http-portal.ts";
import * as shapes from "../harness/portal-shapes.ts";
import { never, portalAt } from "../harness/portal-under-test.ts";
import type { Scripted } from "../harness/scripted-portal.ts";
import { startRawPortal, startScriptedPortal } from "../harness/scripted-portal.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const json = (value: unknown, status = 200): Scripted => ({
  status,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});
async function pair(scripted: Scripted) {
  const server = await startScriptedPortal(() => scripted);
  const portal = portalAt(server.url, { timeouts: { answerMs: 500, stallMs: 500, readMs: 10_000 } });
  open.push(portal, server);
  return { server, portal };
}

const uuid = shapes.rawFile.uuid;
const dates = { date: "2024-05-01", limit: 5 };
type Read = readonly [string, unknown, (portal: HttpPortal) => Promise<{ kind: string }>];
const reads: readonly Read[] = [
  ["/api/sites", [shapes.site], (portal) => portal.sites(never())],
  ["/api/products", [shapes.product], (portal) => portal.products(never())],
  ["/api/products/variables", [shapes.productVariables], (portal) => portal.productVariables(never())],
  ["/api/instruments", [shapes.instrumentType], (portal) => portal.instrumentTypes(never())],
  ["/api/models", [shapes.model], (portal) => portal.models(never())],
  [
    "/api/instrument-pids?includeSite",
    [shapes.instrumentRecord],
    (portal) => portal.instrumentRecords(never()),
  ],
  [`/api/files/${uuid}`, shapes.productFile, (portal) => portal.file(uuid, never())],
  [
    "/api/files?site=hyytiala&site=granada&product=lidar&dateFrom=2024-05-01&allVersions",
    [shapes.productFile],
    (portal) =>
      portal.files(
        { site: ["hyytiala", "granada"], product: "lidar", dateFrom: "2024-05-01", allVersions: true },
        never(),
      ),
  ],
  [
    "/api/files?dateFrom=2024-05-01&dateTo=2024-05-03&updatedAtFrom=2024-05-01T00%3A00%3A00.000Z",
    [],
    (portal) =>
      portal.files(
        {
          dateFrom: "2024-05-01",
          dateTo: "2024-05-03",
          updatedAtFrom: "2024-05-01T00:00:00.000Z",
          allVersions: false,
        },
        never(),
      ),
  ],
  [
    "/api/model-files?site=hyytiala&date=2024-05-01&limit=5&allModels",
    [shapes.modelFile],
    (portal) => portal.modelFiles({ site: "hyytiala", ...dates, allModels: true }, never()),
  ],
  [`/api/visualizations/${uuid}`, shapes.visualization, (portal) => portal.visualization(uuid, never())],
  [
    "/api/visualizations?date=2024-05-01&limit=5&variable=lidar-beta",
    [shapes.liveVisualization],
    (portal) => portal.visualizations({ ...dates, variable: "lidar-beta" }, never()),
  ],
  [
    "/api/raw-files?site=hyytiala&date=2024-05-01&instrument=chm15k&filename=20240501.nc",
    [shapes.rawFile, shapes.liveRawFile],
    (portal) =>
      portal.rawFiles(
        { site: "hyytiala", date: "2024-05-01", instrument: "chm15k", filename: "20240501.nc" },
        never(),
      ),
  ],
  [
    "/api/raw-files?instrumentPid=https%3A%2F%2Fhdl.handle.net%2F1&status=created&status=invalid&filenamePrefix=a%26b",
    [],
    (portal) =>
      portal.rawFiles(
        {
          instrumentPid: "https://hdl.handle.net/1",
          status: ["created", "invalid"],
          filenamePrefix: "a&b",
        },
        never(),
      ),
  ],
  [
    "/api/raw-model-files?model=ecmwf&filenameSuffix=.nc",
    [shapes.rawModelFile, shapes.liveRawModelFile],
    (portal) => portal.rawModelFiles({ model: "ecmwf", filenameSuffix: ".nc" }, never()),
  ],
  [
    `/upload/metadata/${shapes.rawFile.checksum}`,
    shapes.rawFile,
    (portal) => portal.recordOf(shapes.rawFile.checksum, never()),
  ],
];
test.each(reads)("GET %s", async (path, value, read) => {
  const { server, portal } = await pair(json(value));
  expect(await read(portal)).toMatchObject({ kind: "found" });
  expect(server.seen.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([`GET ${path}`]);
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
  expect(portal.requests()).toMatchObject({ get: 1 });
});

test("a base address with a path", async () => {
  const server = await startScriptedPortal(() => json([]));
  const portal = portalAt(`${server.url}/portal`);
  open.push(portal, server);
  await portal.sites(never());
  expect(server.seen[0]?.path).toBe("/portal/api/sites");
});

test("a compressed answer is asked for and read", async () => {
  const body = gzipSync(JSON.stringify([shapes.site]));
  const { server, portal } = await pair({ status: 200, headers: { "Content-Encoding": "gzip" }, body });
  expect(await portal.sites(never())).toEqual({ kind: "found", value: [shapes.site] });
  expect(server.seen[0]?.headers["accept-encoding"]).toBe("gzip");
});

test.each([400, 404])("an Error body of %i is told in the portal's words", async (status) => {
  const errors = ["Invalid products: a, b", "No files match this UUID"];
  const { portal } = await pair(json({ status, errors }, status));
  expect(await portal.files({ product: "a" }, never())).toEqual({ kind: "refused", status, errors });
});

const html = { "Content-Type": "text/html; charset=utf-8" };
const page = "<!doctype html><html>Log in</html>";
const missing: Scripted[] = [
  { status: 404, headers: html, body: page },
  { status: 404, body: "Not Found" },
  json({ status: 404, errors: ["No"] }, 404),
];
test.each(missing)("routes outside the contract may be missing: %j", async (scripted) => {
  const { portal } = await pair(scripted);
  expect(await portal.instrumentRecords(never())).toEqual({ kind: "found", value: null });
  expect(await portal.recordOf(shapes.rawFile.checksum, never())).toEqual({ kind: "found", value: null });
});

const faults: readonly (readonly [string, Scripted, string, RegExp])[] = [
  ["a web page", { status: 200, headers: html, body: page }, "not-the-portal", /web page instead of data/],
  ["a page without a type", { status: 200, body: page }, "not-the-portal", /web page instead of data/],
  [
    "a redirect to a log-in page",
    { status: 302, headers: { Location: "https://login.example/x" } },
    "not-the-portal",
    /login\.example/,
  ],
  ["a missing route", { status: 404, headers: html, body: page }, "not-the-portal", /portal\.url/],
  [
    "truncated JSON",
    { status: 200, body: '[{"id":"hy' },
    "portal-error",
    /breaks off or is no JSON \(10 bytes\)/,
  ],
  ["no body", { status: 200 }, "portal-error", /\(0 bytes\)/],
  ["another shape", json([{ id: 5 }]), "portal-error", /\/api\/sites is not as described: \[0\]\.id/],
  ["no list", json({ id: "x" }), "portal-error", /not as described: the whole/],
  [
    "broken gzip",
    { status: 200, headers: { "Content-Encoding": "gzip" }, body: "[]" },
    "link-broken",
    /broke/,
  ],
  ["maintenance", { status: 503, headers: html, body: page }, "maintenance", /maintenance/],
  ["a gateway", { status: 502, headers: html, body: page }, "portal-trouble", /trouble/],
  ["throttling", { status: 429, body: "slow down" }, "throttled", /fewer/],
  ["a failure", json({ status: 500, errors: ["x"] }, 500), "portal-error", /status 500/],
  ["silence", "silent", "link-broken", /was silent for too long/],
  ["a reset", "reset", "link-broken", /broke/],
];
test.each(faults)("%s is one clear failure", async (_title, scripted, cause, message) => {
  const { portal } = await pair(scripted);
  expect(await portal.sites(never())).toMatchObject({
    kind: "failed",
    failure: { cause, message: expect.stringMatching(message) },
  });
});

/** A head, then pieces for ever or until the client has enough. */
async function endless(head: string, piece: Buffer | null) {
  let sentBytes = 0;
  const server = await startRawPortal((socket) => {
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
      const go = (): void => {
        if (piece === null || socket.destroyed) return;
        sentBytes += piece.length;
        if (socket.write(piece)) setImmediate(go);
        else socket.once("drain", go);
      };
      go();
    });
  });
  const portal = portalAt(server.url, { timeouts: { answerMs: 500, stallMs: 500, readMs: 20_000 } });
  open.push(portal, server);
  return { portal, sentBytes: () => sentBytes };
}

test("a list of 100 MB is given up at 64 MB", async () => {
  const { portal, sentBytes } = await endless("Content-Length: 1000000000", Buffer.alloc(1_000_000, "[ "));
  expect(await portal.sites(never())).toMatchObject({
    kind: "failed",
    failure: { cause: "portal-error", message: expect.stringContaining("longer than 64 MB") },
  });
  expect(sentBytes()).toBeLessThan(100_000_000);
});

test("a small answer that inflates to 100 MB is given up too", async () => {
  const { portal } = await pair({
    status: 200,
    headers: { "Content-Encoding": "gzip" },
    body: gzipSync(Buffer.alloc(100_000_000, " ")),
  });
  const outcome = await portal.sites(never());
  expect(outcome).toMatchObject({ kind: "failed", failure: { message: expect.stringContaining("64 MB") } });
});

test("an answer that hangs behind its first byte ends by the time-out", async () => {
  const { portal } = await endless("Transfer-Encoding: chunked\r\n\r\n1\r\n[", null);
  expect(await portal.sites(never())).toMatchObject({ kind: "failed", failure: { cause: "link-broken" } });
});

test("a caller ends a read at once", async () => {
  const giving = new AbortController();
  const server = await startScriptedPortal(() => {
    giving.abort();
    return "silent";
  });
  const portal = portalAt(server.url);
  open.push(portal, server);
  expect(await portal.sites(giving.signal)).toEqual({ kind: "abandoned" });
  expect(await portal.image("x.png", giving.signal)).toEqual({ kind: "abandoned" });
});

test("an answer that trickles for ever ends by the whole time-out", async () => {
  const server = await startRawPortal((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const trickle = setInterval(() => socket.write("1\r\n \r\n"), 50);
    socket.on("close", () => clearInterval(trickle));
  });
  const portal = portalAt(server.url, { timeouts: { stallMs: 10_000, readMs: 300 } });
  open.push(portal, server);
  expect(await portal.sites(never())).toMatchObject({
    kind: "failed",
    failure: { cause: "portal-error", message: expect.stringContaining("did not finish") },
  });
});

test("a read of a portal that is gone", async () => {
  const { portal, server } = await pair("silent");
  await server.close();
  open.splice(open.indexOf(server), 1);
  expect(await portal.sites(never())).toMatchObject({ kind: "failed", failure: { cause: "unreachable" } });
});
