import { setImmediate as breath } from "node:timers/promises";
import type { z } from "zod";
import type { Failure } from "#domain/cause.ts";
import type { Portal, RawFileQuery, ReadOutcome } from "#engine/ports/portal.ts";
import type { PortalReads, RawFileFilter } from "#engine/ports/portal-reads.ts";
import { downloadTo } from "./http-download.ts";
import {
  brokenRead,
  failedRead,
  getJson,
  inTime,
  openGet,
  type ReadLink,
  readCapped,
  webPage,
} from "./http-get.ts";
import { sourceQuery } from "./list-witnesses.ts";
import { shapeWords } from "./shape-words.ts";

const largestImageBytes = 32_000_000;

/** Loaded with the first answer: who only sends needs none of them. */
const loadSchemas = async () => ({
  ...(await import("./portal-schemas.ts")),
  ...(await import("./portal-file-schemas.ts")),
});
type SchemaOf<Value> = (schemas: Awaited<ReturnType<typeof loadSchemas>>) => z.ZodType<Value>;

/** Records that are looked at before anything else may have its turn. */
const atOnce = 2_000;

/** All read routes (docs/portal/api.md, "Endpoints"), validated. */
export function createHttpReads(link: ReadLink): PortalReads & Pick<Portal, "recordOf" | "rawFiles"> {
  const one = async <Value>(
    address: string,
    schemaOf: SchemaOf<Value>,
    signal: AbortSignal,
    thing: string | null = null,
  ): Promise<ReadOutcome<Value>> => {
    const outcome = await getJson(link, address, signal, thing);
    if (outcome.kind !== "found") return outcome;
    const parsed = schemaOf(await loadSchemas()).safeParse(outcome.value);
    if (parsed.success) return { kind: "found", value: parsed.data };
    return notAsDescribed(address, shapeWords(parsed.error.issues, outcome.value));
  };
  const many = async <Value>(
    address: string,
    schemaOf: SchemaOf<Value>,
    signal: AbortSignal,
    thing: string | null = null,
  ): Promise<ReadOutcome<readonly Value[]>> => {
    const outcome = await one(address, ({ listSchema }) => listSchema, signal, thing);
    if (outcome.kind !== "found") return outcome;
    return await wellFormed(address, outcome.value, schemaOf(await loadSchemas()));
  };
  const list =
    <Value>(route: string, schemaOf: SchemaOf<Value>) =>
    (filter: object, signal: AbortSignal): Promise<ReadOutcome<readonly Value[]>> =>
      many(`${route}${queryOf(filter)}`, schemaOf, signal);
  const all =
    <Value>(route: string, schemaOf: SchemaOf<Value>) =>
    (signal: AbortSignal): Promise<ReadOutcome<readonly Value[]>> =>
      many(route, schemaOf, signal);

  const instrumentPids = createOptionalRoute(() => link.facts().nowMs);

  return {
    sites: all("/api/sites", (known) => known.siteSchema),
    products: all("/api/products", (known) => known.productSchema),
    productVariables: all("/api/products/variables", (known) => known.productVariablesSchema),
    instrumentTypes: all("/api/instruments", (known) => known.instrumentTypeSchema),
    models: all("/api/models", (known) => known.modelSchema),
    async instrumentRecords(signal) {
      return await instrumentPids(() =>
        many("/api/instrument-pids?includeSite", (known) => known.instrumentRecordSchema, signal, "list"),
      );
    },
    file: (uuid, signal) =>
      one(`/api/files/${encodeURIComponent(uuid)}`, (known) => known.productFileSchema, signal, "file"),
    files: list("/api/files", (known) => known.productFileSchema),
    modelFiles: list("/api/model-files", (known) => known.modelFileSchema),
    visualization: (uuid, signal) =>
      one(
        `/api/visualizations/${encodeURIComponent(uuid)}`,
        (known) => known.visualizationSchema,
        signal,
        "plot",
      ),
    visualizations: list("/api/visualizations", (known) => known.visualizationSchema),
    async rawFiles(
      { kind, pids, ...filter }: RawFileFilter & Pick<RawFileQuery, "kind" | "pids">,
      signal: AbortSignal,
    ) {
      const { instrument: model, ...rest } = filter;
      if (kind !== "model") {
        const source = typeof model === "string" ? sourceQuery(model, pids) : { instrument: model };
        const query = statusTwice({ ...source, ...rest });
        return await list("/api/raw-files", (known) => known.rawFileSchema)(query, signal);
      }
      return await list("/api/raw-model-files", (known) => known.rawModelAsFileSchema)(
        { ...rest, model },
        signal,
      );
    },
    rawModelFiles: (filter, signal) =>
      list("/api/raw-model-files", (known) => known.rawModelFileSchema)(statusTwice(filter), signal),
    async recordOf(checksum, signal) {
      const route = `/upload/metadata/${encodeURIComponent(checksum)}`;
      const outcome = await one(route, (known) => known.anyRawFileSchema, signal, "record");
      // Only this says that there is none: whatever else comes is a failure, as a delivery hangs on it.
      if (outcome.kind === "refused" && outcome.status === 404) return { kind: "found", value: null };
      return outcome;
    },
    async image(s3key, callerSignal) {
      const address = `/api/download/image/${s3key.split("/").map(encodeURIComponent).join("/")}`;
      return await inTime(link, address, callerSignal, (signal) => readImage(link, address, signal));
    },
    download: (what, folder, signal, onReceived, parts) =>
      downloadTo(link, what, folder, signal, onReceived, parts),
  };
}

/** Gives a single status twice: one with a date meets a fault of the portal's, the same twice does not (docs/portal/observed.md §3). */
function statusTwice(filter: { readonly status?: string | readonly string[] }): object {
  const [only, ...more] = [filter.status ?? []].flat();
  return only === undefined || more.length > 0 ? filter : { ...filter, status: [only, only] };
}

async function readImage(
  link: ReadLink,
  address: string,
  signal: AbortSignal,
): Promise<ReadOutcome<Uint8Array>> {
  const opened = await openGet(link, address, "image/png", signal, "plot");
  if (opened.kind !== "opened") return opened;
  const { answer, path } = opened;
  const read = await readCapped(answer, largestImageBytes);
  if (signal.aborted) return { kind: "abandoned" };
  if (read.kind === "broken") return brokenRead(read, link, path);
  if (read.kind === "too-long")
    return failedRead("portal-error", `The image ${path} is larger than ${largestImageBytes / 1e6} MB.`);
  if (isPng(read.bytes)) return { kind: "found", value: read.bytes };
  const isPage = /html/i.test(String(answer.headers["content-type"]));
  return isPage
    ? failedRead("not-the-portal", webPage(link, path))
    : failedRead("portal-error", `What the portal sends for ${path} is not a PNG image.`);
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

/** The records that can be read; a note counts the others. When none can be read, the answer is a failure. */
async function wellFormed<Value>(
  address: string,
  records: readonly unknown[],
  schema: z.ZodType<Value>,
): Promise<ReadOutcome<readonly Value[]>> {
  const value: Value[] = [];
  let first: string | null = null;
  for (const [index, record] of records.entries()) {
    if (index % atOnce === atOnce - 1) await breath();
    const parsed = schema.safeParse(record);
    if (parsed.success) value.push(parsed.data);
    else first ??= faultOf(index, parsed.error, records);
  }
  if (first === null) return { kind: "found", value };
  if (value.length === 0) return notAsDescribed(address, first);
  const unread = records.length - value.length;
  const note = `${unread} of ${records.length} records in the portal's answer to ${address} ${unread === 1 ? "is" : "are"} not in the documented format and were left out: ${first}.`;
  return { kind: "found", value, notes: [note] };
}

function faultOf(index: number, { issues }: z.ZodError, records: readonly unknown[]): string {
  const ofList = issues.map((issue) => ({ ...issue, path: [index, ...issue.path] }));
  return shapeWords(ofList, records);
}

function notAsDescribed(address: string, fault: string): ReadOutcome<never> {
  return failedRead(
    "portal-error",
    `The portal's answer to ${address} is not in the documented format: ${fault}.`,
  );
}

const dayMs = 86_400_000;

/**
 * A route that a portal need not have (docs/portal/observed.md §5): what is answered in its place, or no answer in time, means
 * that it is not offered, which is remembered for a day. `nowMs` epoch milliseconds. Troubles of the way to the portal say
 * nothing of the route.
 */
function createOptionalRoute(nowMs: () => number) {
  let missingSince = Number.NEGATIVE_INFINITY;
  return async <T>(read: () => Promise<ReadOutcome<T>>): Promise<ReadOutcome<T | null>> => {
    if (Math.abs(nowMs() - missingSince) < dayMs) return { kind: "found", value: null };
    const outcome = await read();
    if (outcome.kind === "refused" && outcome.status === 404) {
      missingSince = nowMs();
      return { kind: "found", value: null };
    }
    const note = whyNot(outcome);
    if (note === null) return outcome;
    missingSince = nowMs();
    return { kind: "found", value: null, notes: [note] };
  };
}

/** Gives the fault of the route itself, in a sentence; null when there is none. */
function whyNot(outcome: ReadOutcome<unknown>): string | null {
  if (outcome.kind === "refused")
    return `The portal does not offer this list: ${outcome.errors.join("; ") || `status ${outcome.status}`}.`;
  if (outcome.kind !== "failed" || !isOfRoute(outcome.failure)) return null;
  return outcome.failure.message;
}

/** A web page in its place is a log-in page as well, for every route: that is no fault of this one. */
function isOfRoute({ cause, isSilence }: Failure): boolean {
  return cause === "portal-error" || isSilence === true;
}

type FilterValue = string | number | boolean | readonly string[] | undefined;

/**
 * Query of a read route, with its question mark; empty when nothing is asked for. A list gives its parameter
 * repeatedly; true gives a flag without a value (docs/portal/api.md, "Endpoints"); false and undefined give nothing.
 */
function queryOf(filter: object): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(filter) as [string, FilterValue][]) {
    if (value === undefined || value === false) continue;
    if (value === true) parts.push(encodeURIComponent(name));
    else
      for (const one of Array.isArray(value) ? value : [value])
        parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`);
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
