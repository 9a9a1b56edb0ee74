import type { Dispatcher } from "undici";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { ListRead, PortalLists } from "#engine/ports/portal-lists.ts";
import {
  brokenBy,
  brokenRead,
  failedRead,
  getJson,
  inflated,
  inTime,
  openGet,
  type ReadLink,
  webPage,
} from "./http-get.ts";
import { createListWitnesses, type Query } from "./list-witnesses.ts";
import { listedModelRecord, listedRecord, readProduct } from "./listed-records.ts";
import { reasonsIn } from "./quality-report.ts";
import { createRecordSplitter, NoList } from "./record-stream.ts";

/** A list is cut off here; it is never in memory as a whole. */
const largestListBytes = 1_000_000_000;

/** Records that are handed on at once. */
const atOnce = 500;

/** Long lists of the portal (docs/portal/api.md, "Endpoints"), read as they come. */
export function createHttpLists(link: ReadLink): PortalLists {
  const asWitnessed = createListWitnesses(() => link.facts().nowMs);
  return {
    async listRawFiles(list, span, signal, take) {
      const { kind, site, instrument } = list;
      if (kind === "model") {
        const path = address("/api/raw-model-files", { site, model: instrument, ...span });
        return await readList(link, path, signal, listedModelRecord, take);
      }
      return await asWitnessed(list, span, (source) =>
        readList(link, address("/api/raw-files", { site, ...source, ...span }), signal, listedRecord, take),
      );
    },
    async qualityReport(uuid, signal) {
      const route = `/api/quality/${encodeURIComponent(uuid)}`;
      const outcome = await getJson(link, route, signal, null);
      return outcome.kind === "found" ? { kind: "found", value: reasonsIn(outcome.value) } : outcome;
    },
    listProducts: (site, span, signal, take) =>
      readList(link, address("/api/files", { site, ...span }), signal, readProduct, take),
  };
}

function address(route: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, values]) => [values].flat().map((one) => [name, one]));
  return `${route}?${new URLSearchParams(given)}`;
}

async function readList<Value>(
  link: ReadLink,
  path: string,
  callerSignal: AbortSignal,
  read: (given: unknown) => Value | "other" | null,
  take: (values: readonly Value[]) => Promise<void>,
): Promise<ReadOutcome<ListRead>> {
  return await inTime(link, path, callerSignal, async (signal) => {
    const opened = await openGet(link, path, "application/json", signal);
    if (opened.kind !== "opened") return opened;
    const { answer } = opened;
    if (/html/i.test(String(answer.headers["content-type"]))) {
      answer.body.on("error", () => {}).destroy();
      return failedRead("not-the-portal", webPage(link, opened.path));
    }
    const outcome = await recordsOf(link, opened.path, answer, signal, read, take);
    if (outcome.kind === "found") opened.isOwn();
    return outcome;
  });
}

async function recordsOf<Value>(
  link: ReadLink,
  path: string,
  answer: Dispatcher.ResponseData,
  signal: AbortSignal,
  read: (given: unknown) => Value | "other" | null,
  take: (values: readonly Value[]) => Promise<void>,
): Promise<ReadOutcome<ListRead>> {
  const splitter = createRecordSplitter();
  let receivedBytes = 0;
  let records = 0;
  let leftOut = 0;
  let values: Value[] = [];
  /** Error that the ledger threw; it is the ledger's own. */
  let thrown: { readonly error: unknown } | null = null;
  const handOn = async (): Promise<void> => {
    const some = values;
    values = [];
    try {
      await take(some);
    } catch (error) {
      thrown = { error };
      throw error;
    }
  };
  try {
    for await (const piece of inflated(answer)) {
      receivedBytes += piece.length;
      if (receivedBytes > largestListBytes) throw new NoList("is too large");
      for (const given of splitter.take(piece)) {
        records += 1;
        const value = read(given);
        if (value === null) leftOut += 1;
        else if (value !== "other") values.push(value);
      }
      if (values.length >= atOnce) await handOn();
    }
    splitter.end();
    await handOn();
    return { kind: "found", value: { records, leftOut } };
  } catch (error) {
    if (thrown !== null) throw error;
    if (signal.aborted) return { kind: "abandoned" };
    if (error instanceof NoList)
      return failedRead(
        "portal-error",
        `The portal's answer to ${path} ${error.message} (${receivedBytes} bytes).`,
      );
    return brokenRead(brokenBy(error, "answer cut"), link, path);
  } finally {
    answer.body.on("error", () => {}).destroy();
  }
}
