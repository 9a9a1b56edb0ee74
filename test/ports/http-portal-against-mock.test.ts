import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HttpPortal } from "#adapters/portal/http-portal.ts";
import type { Metadata } from "#domain/portal-records.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { dayFromToday } from "#test/support/hosts/cli-place.ts";
import { openDemoPortal } from "#test/support/portals/demo-portal.ts";
import { bytesBody, madeBody, md5, never, portalAt } from "#test/support/portals/portal-under-test.ts";

import { startWire, textAnswer } from "#test/support/portals/wire.ts";

/** The client against the bundled portal: every route of docs/portal/api.md ("Endpoints"), and the downloads. */

/** The seed ends yesterday. */
const today = dayFromToday(0);
const yesterday = dayFromToday(-1);
const dayBefore = dayFromToday(-2);
const earlier = dayFromToday(-10);
let folder: string;
let mock: MockPortal;
let portal: HttpPortal;
let stranger: HttpPortal;
beforeAll(async () => {
  folder = await makeScratch("skyferry-mock-");
  const users = [
    { username: "station", password: "s3cret-word", sites: "*" as const },
    { username: "guest", password: "guest", sites: ["granada"] },
  ];
  mock = await openDemoPortal({ users });
  portal = portalAt(mock.url, { timeouts: {} });
  stranger = portalAt(mock.url, { credentials: async () => ({ username: "guest", password: "guest" }) });
});
afterAll(async () => {
  await portal?.close();
  await stranger?.close();
  await mock?.close();
  await rm(folder, { recursive: true, force: true });
});

async function found<Value>(reading: Promise<ReadOutcome<Value>>): Promise<Value> {
  const outcome = await reading;
  if (outcome.kind !== "found") throw new Error(JSON.stringify(outcome));
  return outcome.value;
}
function first<Value>(list: readonly Value[] | null): Value {
  const value = list?.[0];
  if (value === undefined) throw new Error("the list is empty");
  return value;
}

async function someAnnouncement(bytes: Uint8Array, filename: string): Promise<Metadata> {
  const records = (await found(portal.instrumentRecords(never()))) ?? [];
  const record = first(records.filter(({ instrumentId }) => instrumentId === "chm15k"));
  return {
    measurementDate: yesterday,
    instrument: "chm15k",
    instrumentPid: record.pid,
    filename,
    checksum: md5(bytes),
    site: "hyytiala",
    tags: [],
  };
}

test("the catalogue", async () => {
  expect((await found(portal.sites(never()))).map(({ id }) => id)).toContain("hyytiala");
  expect((await found(portal.products(never()))).map(({ id }) => id)).toContain("classification");
  const withVariables = await found(portal.productVariables(never()));
  expect(withVariables.flatMap(({ variables }) => variables).length).toBeGreaterThan(0);
  expect((await found(portal.instrumentTypes(never()))).map(({ id }) => id)).toContain("chm15k");
  expect((await found(portal.models(never()))).map(({ id }) => id)).toContain("ecmwf");
  const record = first(await found(portal.instrumentRecords(never())));
  expect(record.pid).toMatch(/^https:\/\/hdl\.handle\.net\//);
});

test("product files, one of them alone, its plots, and the downloads", async () => {
  const files = await found(portal.files({ dateFrom: earlier, dateTo: today }, never()));
  const listed = first(files);
  const alone = await found(portal.file(listed.uuid, never()));
  expect(alone).toMatchObject({ uuid: listed.uuid, checksum: listed.checksum, size: listed.size });
  const versions = await found(
    portal.files({ dateFrom: earlier, dateTo: today, allVersions: true }, never()),
  );
  expect(versions.length).toBeGreaterThanOrEqual(files.length);

  const into = await mkdtemp(path.join(folder, "into-"));
  const got = await found(portal.download({ kind: "product", file: alone }, into, never(), () => {}));
  expect(got).toEqual({ path: path.join(into, alone.filename), size: alone.size, wasThere: false });
  expect(await readdir(into)).toEqual([alone.filename]);

  const plotted = first(await found(portal.visualizations({ date: dayBefore }, never())));
  const plots = await found(portal.visualization(plotted.sourceFileId, never()));
  expect(plots.visualizations.length).toBeGreaterThan(0);
  const image = await found(portal.image(first(plots.visualizations).s3key, never()));
  expect(image.length).toBeGreaterThan(100);
});

test("model files, and their download", async () => {
  const site = "hyytiala";
  const date = dayBefore;
  const all = await found(portal.modelFiles({ site, date, allModels: true }, never()));
  const optimum = await found(portal.modelFiles({ site, date }, never()));
  expect(optimum).toHaveLength(1);
  expect(first(all)).toMatchObject({ uuid: first(optimum).uuid });
  const { id } = first(all.slice(-1)).model;
  expect(first(await found(portal.modelFiles({ site, date, model: id }, never()))).model.id).toBe(id);
  const into = await mkdtemp(path.join(folder, "into-"));
  await found(portal.download({ kind: "product", file: first(all) }, into, never(), () => {}));
  expect(await readdir(into)).toEqual([first(all).filename]);
});

test("raw model files, and their download", async () => {
  const raw = first(await found(portal.rawModelFiles({ dateFrom: earlier, dateTo: today }, never())));
  expect(raw).toMatchObject({ siteId: raw.site?.id, modelId: raw.model?.id });
  const into = await mkdtemp(path.join(folder, "into-"));
  await found(portal.download({ kind: "raw", file: raw }, into, never(), () => {}));
  expect(md5(await readFile(path.join(into, raw.filename)))).toBe(raw.checksum);
});

test("errors in the portal's words", async () => {
  expect(await portal.files({}, never())).toMatchObject({ kind: "refused", status: 400 });
  expect(await portal.files({ product: "nothing" }, never())).toMatchObject({ kind: "refused", status: 404 });
  const nobody = "00000000-0000-4000-8000-000000000000";
  expect(await portal.file(nobody, never())).toMatchObject({ kind: "refused", status: 404 });
  expect(await portal.visualization(nobody, never())).toMatchObject({ kind: "refused", status: 404 });
  expect(await portal.recordOf("0".repeat(32), never())).toEqual({ kind: "found", value: null });
});

const sizes = [
  { title: "small", body: bytesBody(Buffer.from("a small file")) },
  { title: "large", body: madeBody(5_000_003) },
];
test.each(sizes)("the whole way of a $title file", async ({ title, body }) => {
  const pieces: Uint8Array[] = [];
  if (body.kind === "bytes") pieces.push(body.bytes);
  else for await (const piece of body.chunks()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const metadata = await someAnnouncement(bytes, `${title}.nc`);
  const send = () => portal.send(metadata.checksum, body, never(), () => {});

  expect(await send()).toMatchObject({ kind: "announce-again" });
  expect(await stranger.announce(metadata, never())).toMatchObject({
    kind: "block",
    failure: { cause: "no-permission", portalMessage: "Missing permission" },
  });
  expect(await portal.announce(metadata, never())).toEqual({ kind: "accepted" });
  expect(await found(portal.recordOf(metadata.checksum, never()))).toMatchObject({ status: "created" });
  const other = bytesBody(Buffer.alloc(bytes.length, 1));
  expect(await portal.send(metadata.checksum, other, never(), () => {})).toMatchObject({
    kind: "hash-again",
  });
  expect(await send()).toEqual({ kind: "delivered", how: "stored" });
  expect(await send()).toEqual({ kind: "delivered", how: "replaced" });
  expect(await portal.announce(metadata, never())).toEqual({ kind: "received-before" });

  const query = { site: "hyytiala", date: metadata.measurementDate, instrument: "chm15k" };
  const listed = await found(portal.rawFiles({ ...query, filename: metadata.filename }, never()));
  const record = first(listed);
  expect(record).toMatchObject({
    checksum: metadata.checksum,
    size: bytes.length,
    status: "uploaded",
    siteId: "hyytiala",
    instrumentId: "chm15k",
    instrumentPid: metadata.instrumentPid,
  });
  expect(await found(portal.recordOf(metadata.checksum, never()))).toMatchObject({ uuid: record.uuid });
  const into = await mkdtemp(path.join(folder, "into-"));
  await found(portal.download({ kind: "raw", file: record }, into, never(), () => {}));
  expect(md5(await readFile(path.join(into, record.filename)))).toBe(metadata.checksum);
});

test("what the portal refuses is quoted", async () => {
  const metadata = await someAnnouncement(Buffer.from("x"), "bad name.nc");
  expect(await portal.announce(metadata, never())).toMatchObject({
    kind: "block",
    failure: { cause: "refused", portalMessage: expect.stringContaining("forbidden characters") },
  });
  const future = { ...metadata, filename: "good.nc", measurementDate: dayFromToday(200) };
  expect(await portal.announce(future, never())).toMatchObject({
    kind: "block",
    failure: { cause: "refused", portalMessage: expect.stringMatching(/date/i) },
  });
});

test("a wrong password holds", async () => {
  const wrong = portalAt(mock.url, { credentials: async () => ({ username: "station", password: "no" }) });
  const metadata = await someAnnouncement(Buffer.from("y"), "y.nc");
  const held = { kind: "hold", failure: { cause: "credentials", portalMessage: "Unauthorized" } };
  expect(await wrong.announce(metadata, never())).toMatchObject(held);
  for (const body of [bytesBody(Buffer.from("y")), madeBody(20_000_000)])
    expect(await wrong.send(metadata.checksum, body, never(), () => {})).toMatchObject(held);
  await wrong.close();
});

test("why a product is poor, where the portal has a report of it", async () => {
  const files = await found(portal.files({ site: "hyytiala", dateFrom: dayFromToday(-60) }, never()));
  const poor = first(files.filter(({ errorLevel }) => errorLevel === "error"));
  expect(await found(portal.qualityReport(poor.uuid, never()))).toEqual([
    expect.stringMatching(/^(Data coverage: The data cover|Value range: \S+: expected values in) .*[^.]$/),
  ]);
  const fine = first(files.filter(({ errorLevel }) => errorLevel === "pass"));
  expect(await found(portal.qualityReport(fine.uuid, never()))).toEqual([]);
  const unknown = await portal.qualityReport("00000000-0000-4000-8000-000000000000", never());
  expect(unknown).toMatchObject({ kind: "refused", status: 404 });
});

test("a portal without quality reports says nothing of a product", async () => {
  const wire = await startWire(mock.url);
  const page = textAnswer("404 Not Found", "<!DOCTYPE html><p>Not here</p>", "text/html");
  wire.judge(({ path: asked }) => (asked.startsWith("/api/quality") ? { answer: page } : "pass"));
  const other = portalAt(wire.url);
  expect(await other.qualityReport("00000000-0000-4000-8000-000000000000", never())).toMatchObject({
    kind: "failed",
  });
  await other.close();
  await wire.close();
});
