import { z } from "zod";
import type { RawFile } from "../../engine/domain/portal-records.ts";
import type { PortalReads } from "../../engine/portal-reads.ts";
import type { Portal, ReadOutcome } from "../../engine/ports.ts";
import { downloadTo } from "./http-download.ts";
import type { ReadLink } from "./http-get.ts";
import { brokenRead, failed, getJson, openGet, readCapped, webPage } from "./http-get.ts";
import {
  modelFileSchema,
  productFileSchema,
  rawFileSchema,
  rawModelFileSchema,
  visualizationSchema,
} from "./portal-file-schemas.ts";
import { queryOf } from "./portal-query.ts";
import {
  instrumentRecordSchema,
  instrumentTypeSchema,
  modelSchema,
  productSchema,
  productVariablesSchema,
  siteSchema,
} from "./portal-schemas.ts";

const largestImageBytes = 32_000_000;

/** All read routes (portal-api.md, "Endpoints"), validated. */
export function createHttpReads(link: ReadLink): PortalReads & Pick<Portal, "recordOf"> {
  const one = async <Value>(
    address: string,
    schema: z.ZodType<Value>,
    signal: AbortSignal,
    mayBeMissing = false,
  ): Promise<ReadOutcome<Value>> => {
    const outcome = await getJson(link, address, signal, mayBeMissing);
    if (outcome.kind !== "found") return outcome;
    const parsed = schema.safeParse(outcome.value);
    if (parsed.success) return { kind: "found", value: parsed.data };
    return failed(
      "portal-error",
      `The portal's answer to ${address} is not as described: ${fault(parsed.error)}.`,
    );
  };
  const list =
    <Value>(route: string, schema: z.ZodType<Value>) =>
    (filter: object, signal: AbortSignal): Promise<ReadOutcome<readonly Value[]>> =>
      one(`${route}${queryOf(filter)}`, z.array(schema), signal);
  const all =
    <Value>(route: string, schema: z.ZodType<Value>) =>
    (signal: AbortSignal): Promise<ReadOutcome<readonly Value[]>> =>
      one(route, z.array(schema), signal);

  return {
    sites: all("/api/sites", siteSchema),
    products: all("/api/products", productSchema),
    productVariables: all("/api/products/variables", productVariablesSchema),
    instrumentTypes: all("/api/instruments", instrumentTypeSchema),
    models: all("/api/models", modelSchema),
    async instrumentRecords(signal) {
      const schema = z.array(instrumentRecordSchema);
      return notOffered(await one("/api/instrument-pids?includeSite", schema, signal, true));
    },
    file: (uuid, signal) => one(`/api/files/${encodeURIComponent(uuid)}`, productFileSchema, signal),
    files: list("/api/files", productFileSchema),
    modelFiles: list("/api/model-files", modelFileSchema),
    visualization: (uuid, signal) =>
      one(`/api/visualizations/${encodeURIComponent(uuid)}`, visualizationSchema, signal),
    visualizations: list("/api/visualizations", visualizationSchema),
    rawFiles: list("/api/raw-files", rawFileSchema),
    rawModelFiles: list("/api/raw-model-files", rawModelFileSchema),
    async recordOf(checksum, signal) {
      const route = `/upload/metadata/${encodeURIComponent(checksum)}`;
      return notOffered<RawFile>(await one(route, rawFileSchema, signal, true));
    },
    async image(s3key, signal) {
      const key = s3key.split("/").map(encodeURIComponent).join("/");
      const opened = await openGet(link, `/api/download/image/${key}`, "image/png", signal);
      if (opened.kind !== "opened") return opened;
      const { answer, path } = opened;
      const read = await readCapped(answer, largestImageBytes);
      if (signal.aborted) return { kind: "abandoned" };
      if (read.kind === "broken") return brokenRead(read, link, path);
      if (read.kind === "too-long")
        return failed("portal-error", `The image ${path} is longer than ${largestImageBytes / 1e6} MB.`);
      if (isPng(read.bytes)) return { kind: "found", value: read.bytes };
      const isPage = /html/i.test(String(answer.headers["content-type"]));
      return isPage
        ? failed("not-the-portal", webPage(link, path))
        : failed("portal-error", `What the portal sends for ${path} is no PNG image.`);
    },
    download: (what, folder, signal, onReceived) => downloadTo(link, what, folder, signal, onReceived),
  };
}

/** A route outside the contract: 404, JSON or not, means that the portal does not have it. */
function notOffered<Value>(outcome: ReadOutcome<Value>): ReadOutcome<Value | null> {
  const isMissing = outcome.kind === "refused" && outcome.status === 404;
  return isMissing ? { kind: "found", value: null } : outcome;
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

/** The first thing that does not fit, with its place: `[3].latitude: …`. */
function fault(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return "no reason given";
  const place = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `${place.replace(/^\./, "") || "the whole"}: ${issue.message}`;
}
