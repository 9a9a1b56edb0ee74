import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HttpPortal } from "#adapters/portal/http-portal.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import { never, portalAt } from "#test/support/portals/portal-under-test.ts";
import { uuid } from "./mock-portal/tiny-catalogue.ts";
import { portalOfEachTest } from "./mock-portal/tiny-portal.ts";

/** The client reads both what the contract says and what the live portal gives (docs/portal/observed.md §4). */
describe.each(["contract", "live"] as const)("the client on a portal of the %s shape", (shape) => {
  const tiny = portalOfEachTest({ shape });
  let portal: HttpPortal;
  beforeEach(() => {
    portal = portalAt(tiny.portal.url);
  });
  afterEach(() => portal.close());

  const all = { dateFrom: "2024-01-01", dateTo: "2025-01-01" };
  /** Name of the read, its call, and the number of records or the one record. */
  const reads: [string, () => Promise<ReadOutcome<unknown>>, number | object][] = [
    ["sites", () => portal.sites(never()), shape === "live" ? 3 : 2],
    ["products", () => portal.products(never()), 4],
    ["product variables", () => portal.productVariables(never()), 4],
    ["instrument types", () => portal.instrumentTypes(never()), 2],
    ["models", () => portal.models(never()), 2],
    ["instrument records", () => portal.instrumentRecords(never()), 2],
    ["files", () => portal.files({ ...all, allVersions: true }, never()), 5],
    ["model files", () => portal.modelFiles({ ...all, allModels: true }, never()), 3],
    ["raw files", () => portal.rawFiles(all, never()), 2],
    ["visualizations", () => portal.visualizations(all, never()), 2],
    ["one file", () => portal.file(uuid(102), never()), { uuid: uuid(102), site: { infraId: 23 } }],
    ["one model file", () => portal.file(uuid(202), never()), { uuid: uuid(202), model: { id: "ecmwf" } }],
    ["one visualization", () => portal.visualization(uuid(102), never()), { sourceFileId: uuid(102) }],
    [
      "one visualization of a model file",
      () => portal.visualization(uuid(202), never()),
      { sourceFileId: uuid(202) },
    ],
  ];
  test.each(reads)("%s", async (_, read, wanted) => {
    const outcome = await read();
    if (outcome.kind !== "found") throw new Error(JSON.stringify(outcome));
    if (typeof wanted === "number") expect(outcome.value).toHaveLength(wanted);
    else expect(outcome.value).toMatchObject(wanted);
  });
});
