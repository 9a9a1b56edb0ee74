import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { HttpPortal } from "#adapters/portal/http-portal.ts";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import * as shapes from "#test/support/builders/portal-shapes.ts";
import { answering, never, portalAt, portalFor } from "#test/support/portals/portal-under-test.ts";
import { jsonAnswer, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

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
    "/api/raw-files?instrument=chm15k&site=hyytiala&date=2024-05-01&filename=20240501.nc",
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
    "/api/raw-files?site=hyytiala&instrumentPid=https%3A%2F%2Fhdl.handle.net%2F1&instrumentPid=b&dateFrom=2024-05-01",
    [],
    (portal) =>
      portal.listRawFiles(
        { kind: "raw", site: "hyytiala", instrument: "chm15k", pids: ["https://hdl.handle.net/1", "b"] },
        { dateFrom: "2024-05-01" },
        never(),
        async () => {},
      ),
  ],
  [
    "/api/raw-files?date=2024-05-01&status=created&status=created",
    [],
    (portal) => portal.rawFiles({ date: "2024-05-01", status: "created" }, never()),
  ],
  [
    "/api/raw-model-files?dateFrom=2024-05-01&status=processed&status=processed",
    [],
    (portal) => portal.rawModelFiles({ dateFrom: "2024-05-01", status: ["processed"] }, never()),
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
  const { server, portal } = await answering(jsonAnswer(value));
  expect(await read(portal)).toMatchObject({ kind: "found" });
  expect(server.seen.map(({ method, path: asked }) => `${method} ${asked}`)).toEqual([`GET ${path}`]);
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
  expect(portal.requests()).toMatchObject({ get: 1 });
});

test("a portal that knows no filter by PID is asked by type, for a day without asking by PID first", async () => {
  const refusal = jsonAnswer({ status: 400, errors: ["Unknown query parameters: instrumentPid"] }, 400);
  const server = await startScriptedPortal(({ path }) =>
    path.includes("instrumentPid") ? refusal : jsonAnswer([shapes.rawFile]),
  );
  const portal = portalFor(server);
  const list = { kind: "raw", site: "hyytiala", instrument: "chm15k", pids: ["a"] } as const;
  for (const _ of [1, 2]) {
    const read = await portal.listRawFiles(list, {}, never(), async () => {});
    expect(read).toMatchObject({ kind: "found", value: { records: 1 } });
  }
  const byType = "/api/raw-files?site=hyytiala&instrument=chm15k";
  expect(server.seen.map(({ path }) => path)).toEqual([
    "/api/raw-files?site=hyytiala&instrumentPid=a",
    byType,
    byType,
  ]);
});

test("a portal that refuses lists for another reason is asked by type once an hour at most", async () => {
  const { server, portal } = await answering(jsonAnswer({ status: 400, errors: ["no"] }, 400));
  const list = { kind: "raw", site: "hyytiala", instrument: "chm15k", pids: ["a"] } as const;
  for (const _ of [1, 2, 3])
    expect(await portal.listRawFiles(list, {}, never(), async () => {})).toMatchObject({ kind: "refused" });
  expect(server.seen.map(({ path }) => path.replace(/.*&/, ""))).toEqual([
    "instrumentPid=a",
    "instrument=chm15k",
    "instrumentPid=a",
    "instrumentPid=a",
  ]);
});

test("a base address with a path", async () => {
  const server = await startScriptedPortal(() => jsonAnswer([]));
  const portal = portalAt(`${server.url}/portal`);
  closedAfterTest(portal, server);
  await portal.sites(never());
  expect(server.seen[0]?.path).toBe("/portal/api/sites");
});

test("a compressed answer is asked for and read", async () => {
  const body = gzipSync(JSON.stringify([shapes.site]));
  const { server, portal } = await answering({ status: 200, headers: { "Content-Encoding": "gzip" }, body });
  expect(await portal.sites(never())).toEqual({ kind: "found", value: [shapes.site] });
  expect(server.seen[0]?.headers["accept-encoding"]).toBe("gzip");
});
