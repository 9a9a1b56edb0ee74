import { beforeEach, expect, test } from "vitest";
import type { StoredUpload } from "#mock-portal/store/records.ts";
import { modelUploadTable, type UploadTable, uploadTable } from "#mock-portal/uploads/upload-table.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { rawFile } from "./processing-day.ts";
import { uuid } from "./tiny-catalogue.ts";
import { openTinyStore } from "./tiny-store.ts";

const tiny = ofEachTest(openTinyStore, ({ end }) => end());
let uploads: UploadTable;
beforeEach(() => {
  uploads = uploadTable(tiny.store);
});

/** A record that was announced. */
const announced = (number: number, own: Partial<StoredUpload> = {}): StoredUpload => ({
  ...rawFile(number, 0),
  uuid: uuid(number),
  status: "created",
  updatedAt: "2024-05-08T01:00:00.000Z",
  ...own,
});

const arrived = (upload: StoredUpload): StoredUpload => ({
  ...upload,
  size: 4,
  status: "uploaded",
  updatedAt: "2024-05-08T02:00:00.000Z",
});

test("a saved record is found by uuid, checksum and identity, and is gone when it is removed", () => {
  const upload = announced(1, { tags: ["co", "cross"] });
  uploads.save(upload);
  const row = { upload, wasReceived: false };
  expect(uploads.byUuid(upload.uuid)).toEqual(row);
  expect(uploads.byChecksum(upload.checksum)).toEqual(row);
  expect(uploads.byIdentity(upload)).toEqual(row);
  uploads.remove(upload.uuid);
  expect(uploads.byUuid(upload.uuid)).toBeUndefined();
  expect(uploads.byUuid(uuid(301))).toMatchObject({ wasReceived: true });
});

test.each([
  ["site", { siteId: "bare" }],
  ["date", { measurementDate: "2024-05-07" }],
  ["filename", { filename: "other.LV1" }],
  ["PID", { instrumentPid: "https://hdl.handle.net/0" }],
  ["tags", { tags: ["co"] }],
])("another %s is another identity", (_, change) => {
  uploads.save(announced(1));
  expect(uploads.byIdentity(announced(1, change))).toBeUndefined();
});

test("a record that is saved again keeps what is known of its content, and waits no more", () => {
  const upload = announced(1);
  uploads.save(upload);
  uploads.accept(arrived(upload), 500);
  expect(uploads.byUuid(upload.uuid)).toEqual({ upload: arrived(upload), wasReceived: true });
  expect(uploads.nextDueMs()).toBe(500);
  const changed = announced(1, { checksum: "f".repeat(32) });
  uploads.save(changed);
  expect(uploads.byUuid(upload.uuid)).toEqual({ upload: changed, wasReceived: true });
  expect(uploads.byChecksum(upload.checksum)).toBeUndefined();
  expect(uploads.nextDueMs()).toBeUndefined();
});

test("acceptances say what was accepted and when, in order, and whether it replaced something", () => {
  const [one, two] = [announced(1), announced(2)];
  uploads.save(one);
  uploads.save(two);
  uploads.accept(arrived(one), 500);
  uploads.accept(arrived(two), 400);
  uploads.accept({ ...arrived(one), size: 5 }, 900);
  const { createdAt: _, status: __, instrumentInfoUuid: ___, updatedAt, ...what } = arrived(one);
  const all = uploads.acceptances(0, -1);
  expect(all[0]).toEqual({ seq: 1, at: updatedAt, ...what, isReplacement: false });
  expect(all.map(({ seq, uuid: id, isReplacement }) => [seq, id, isReplacement])).toEqual([
    [1, uuid(1), false],
    [2, uuid(2), false],
    [3, uuid(1), true],
  ]);
  expect(all[2]?.size).toBe(5);
  expect(uploads.acceptances(1, -1).map(({ seq }) => seq)).toEqual([2, 3]);
  expect(uploads.acceptances(0, 2).map(({ seq }) => seq)).toEqual([1, 2]);
});

test("contents of model files are among the acceptances", () => {
  const models = modelUploadTable(tiny.store);
  const { instrumentPid: _, tags: __, instrumentId: ___, instrumentInfoUuid: ____, ...rest } = announced(1);
  const model = { ...rest, modelId: "ecmwf" };
  models.save(model);
  models.accept({ ...model, size: 4, status: "uploaded" }, 500);
  models.accept({ ...model, size: 5, status: "uploaded" }, 500);
  const { checksum, filename } = model;
  expect(uploads.acceptances(0, -1)).toMatchObject([
    { checksum, filename, size: 4, modelId: "ecmwf", isReplacement: false },
    { checksum, filename, size: 5, isReplacement: true },
  ]);
});

test("what is due is given by site, instrument and day, and the next one is the earliest", () => {
  expect(uploads.nextDueMs()).toBeUndefined();
  const rows: [number, Partial<StoredUpload>, number][] = [
    [1, { siteId: "hyytiala", measurementDate: "2024-05-08", filename: "b.LV1" }, 300],
    [2, { siteId: "hyytiala", measurementDate: "2024-05-08", filename: "a.LV1" }, 100],
    [3, { siteId: "hyytiala", measurementDate: "2024-05-07" }, 200],
    [4, { siteId: "bare" }, 200],
    [5, {}, 301],
  ];
  for (const [number, own, dueMs] of rows) {
    uploads.save(announced(number, own));
    uploads.accept(arrived(announced(number, own)), dueMs);
  }
  expect(uploads.nextDueMs()).toBe(100);
  expect(uploads.due(99)).toEqual([]);
  expect(uploads.due(300).map(({ uuid: id }) => id)).toEqual([uuid(4), uuid(3), uuid(2), uuid(1)]);
  uploads.settle({ ...arrived(announced(2, rows[1]?.[1])), status: "processed" });
  expect(uploads.nextDueMs()).toBe(200);
});

test("a day's files are those of site, instrument and date whose content is there", () => {
  const own: [number, Partial<StoredUpload>][] = [
    [1, { filename: "b.LV1" }],
    [2, { filename: "a.LV1" }],
    [3, { measurementDate: "2024-05-07" }],
    [4, { siteId: "bare" }],
    [5, { instrumentPid: "https://hdl.handle.net/0" }],
  ];
  for (const [number, change] of own) {
    uploads.save(announced(number, change));
    uploads.accept(arrived(announced(number, change)), 100);
  }
  uploads.save(announced(6, { filename: "c.LV1" }));
  expect(uploads.ofDay(announced(1)).map(({ uuid: id }) => id)).toEqual([uuid(2), uuid(1)]);
});
