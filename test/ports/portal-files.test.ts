import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { HttpPortal } from "#adapters/portal/http-portal.ts";
import { callLimitBytes } from "#api/dispatch.ts";
import { downloadHandlers } from "#api/handlers/download-handlers.ts";
import { netcdfHandlers } from "#api/handlers/netcdf-handlers.ts";
import { createPortalFiles } from "#compose/portal-files.ts";
import { downloadMethods } from "#contract/downloads.ts";
import type { CheckedInput, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { Settings } from "#domain/settings.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { openDemoPortal } from "#test/support/portals/demo-portal.ts";
import { never, portalAt } from "#test/support/portals/portal-under-test.ts";

/** Downloads and looks as a host wires them, against the bundled portal. */

/** A file that the portal does not have. */
const uuidOfNobody = "7a3e0f52-0c1d-4b8e-9f64-2d5c8e1b7a90";

let scratch: string;
let mock: MockPortal;
let portal: HttpPortal;
let files: ReturnType<typeof createPortalFiles>;
let folder: string;
let calls: ReturnType<typeof handlersOf>;
beforeAll(async () => {
  scratch = await makeScratch("skyferry-files-");
  mock = await openDemoPortal({ users: [] });
  portal = portalAt(mock.url, { timeouts: {} });
  const settings = { portal: { url: mock.url }, instruments: [{ folder: path.join(scratch, "radar") }] };
  const written = [7, { folder: path.join(scratch, "left-out") }];
  files = createPortalFiles({
    portal,
    clock: new FakeClock(),
    dataFolder: path.join(scratch, "data"),
    pathStyle: process.platform === "win32" ? "win32" : "posix",
    settings: () => settings as unknown as Settings,
    settingsFile: { inLayers: async () => ({ document: { instruments: written } }) },
  });
  calls = handlersOf();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(scratch, "out-"));
});
afterAll(async () => {
  await files?.close();
  await portal?.close();
  await mock?.close();
  await rm(scratch, { recursive: true, force: true });
});

function handlersOf() {
  return { ...downloadHandlers(files.downloads), ...netcdfHandlers(files) };
}

function value<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  return reply.value;
}

async function found<T>(reading: Promise<ReadOutcome<readonly T[]>>): Promise<readonly T[]> {
  const outcome = await reading;
  if (outcome.kind !== "found") throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

/** The facts of a file as a page has them. */
function factsOf<
  T extends { uuid: string; downloadUrl: string; filename: string; checksum: string; size: number },
>({ uuid, downloadUrl, filename, checksum, size }: T) {
  return { uuid, downloadUrl, filename, checksum, size };
}

async function fetched(items: CheckedInput<"downloads.start">["items"]): Promise<Output<"downloads.files">> {
  const ended = Promise.withResolvers<void>();
  const stopHearing = files.downloads.onEvent(({ id }) => {
    if (files.downloads.files(id)?.job.state !== "running") ended.resolve();
  });
  const { id } = value(await calls["downloads.start"]({ items, folder }, never()));
  await ended.promise;
  stopHearing();
  return value(await calls["downloads.files"]({ id }, never()));
}

test("products, model files and raw files arrive, by their facts or by uuid, and open", async () => {
  const [product] = await found(portal.files({ site: "hyytiala", product: "radar", limit: 1 }, never()));
  const [modelFile] = await found(portal.modelFiles({ site: "hyytiala", limit: 1 }, never()));
  const [raw] = await found(portal.rawFiles({ site: "hyytiala", limit: 1 }, never()));
  if (product === undefined || modelFile === undefined || raw === undefined)
    throw new Error("the seed is empty");
  const { job, files: there } = await fetched([
    { kind: "product", uuid: product.uuid },
    { kind: "model", ...factsOf(modelFile) },
    { kind: "raw", ...factsOf(raw) },
  ]);
  expect(there.map(({ state, message }) => [state, message])).toEqual(there.map(() => ["verified", null]));
  expect(job).toMatchObject({ state: "done", receivedBytes: product.size + modelFile.size + raw.size });
  expect((await readdir(folder)).toSorted()).toEqual(there.map(({ filename }) => filename).toSorted());

  const opened = value(await calls["netcdf.open"]({ path: there[0]?.path ?? "" }, never()));
  expect(opened).toMatchObject({ filename: product.filename, size: product.size, notes: [] });
  const variable = opened.variables.find(({ canPlot }) => canPlot === "2d")?.name ?? "";
  const plot = value(await calls["netcdf.plot"]({ token: opened.token, variable }, never()));
  if (plot.kind !== "2d") throw new Error("drawn as a line");
  expect(Buffer.from(plot.cellsBase64, "base64").length).toBe(plot.rows * plot.columns * 4);
  expect(plot.x.kind).toBe("time");
  value(await calls["netcdf.close"]({ token: opened.token }, never()));
  expect(await calls["netcdf.plot"]({ token: opened.token, variable }, never())).toMatchObject({
    error: { code: "not-found" },
  });
});

test("as many files as one download takes fit into one call", async () => {
  const [product] = await found(portal.files({ site: "hyytiala", product: "radar", limit: 1 }, never()));
  if (product === undefined) throw new Error("the seed is empty");
  const items = Array.from({ length: 2_000 }, () => ({ kind: "product", ...factsOf(product) }));
  expect(downloadMethods["downloads.start"].input.safeParse({ items, folder }).success).toBe(true);
  expect(JSON.stringify({ items, folder }).length).toBeLessThan(callLimitBytes);
});

test("a product opens from the portal, and once more from what was kept", async () => {
  const [product] = await found(portal.files({ site: "hyytiala", product: "lidar", limit: 1 }, never()));
  if (product === undefined) throw new Error("the seed is empty");
  const file = { kind: "product" as const, ...factsOf(product) };
  const first = value(await calls["netcdf.open"](file, never()));
  const before = portal.requests().get;
  const second = value(await calls["netcdf.open"](file, never()));
  expect(portal.requests().get).toBe(before);
  expect({ ...second, token: null }).toEqual({ ...first, token: null });
  const kept = path.join(scratch, "data", "cache", product.checksum, product.filename);
  await writeFile(kept, "damaged");
  expect(value(await calls["netcdf.open"](file, never())).variables).toEqual(first.variables);
});

test("only what was downloaded here opens by its path, and nothing that is too large", async () => {
  const stranger = path.join(folder, "own.nc");
  await writeFile(stranger, "CDF");
  expect(await calls["netcdf.open"]({ path: stranger }, never())).toMatchObject({
    error: { code: "not-found", message: expect.stringContaining(stranger) },
  });
  const large = {
    uuid: uuidOfNobody,
    downloadUrl: `${mock.url}/x`,
    filename: "x.nc",
    checksum: "a",
    size: 64_000_001,
  };
  const reply = await calls["netcdf.open"]({ kind: "product", ...large }, never());
  expect(reply).toMatchObject({
    error: { code: "too-large", message: expect.stringMatching(/Download it instead/) },
  });
});

test("a folder that does not fit is named at once", async () => {
  const items = [{ kind: "product" as const, uuid: uuidOfNobody }];
  for (const name of ["radar", "left-out"]) await mkdir(path.join(scratch, name));
  for (const [given, words] of [
    ["relative/folder", /not a full path/],
    [path.join(folder, "gone"), /does not exist/],
    [path.join(scratch, "radar"), /belongs to an instrument/],
    // Its instrument has a mistake in the settings and is not used for now.
    [path.join(scratch, "left-out"), /belongs to an instrument/],
  ] as const)
    expect(await calls["downloads.start"]({ items, folder: given }, never())).toMatchObject({
      error: { code: "bad-input", message: expect.stringMatching(words) },
    });
  expect(value(await calls["downloads.list"]({}, never())).jobs.some((job) => job.state === "running")).toBe(
    false,
  );
});

test("a name that leaves the folder, and an address elsewhere, fail by name", async () => {
  const uuid = uuidOfNobody;
  const checksum = "a".repeat(64);
  const { files: there } = await fetched([
    {
      kind: "product",
      uuid,
      downloadUrl: `${mock.url}/api/download/product/x/y`,
      filename: "../y.nc",
      checksum,
      size: 5,
    },
    {
      kind: "raw",
      uuid,
      downloadUrl: "https://elsewhere.example/api/y.nc",
      filename: "y.nc",
      checksum,
      size: 5,
    },
  ]);
  expect(there.map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(there[0]?.message).toContain('"../y.nc"');
  expect(there[1]?.message).toMatch(/elsewhere\.example.*it is not on http:\/\/127\.0\.0\.1/);
  expect(await readdir(folder)).toEqual([]);
});
