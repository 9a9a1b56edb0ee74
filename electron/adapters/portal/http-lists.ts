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
import { listedModelRecord, listedRecord, readProduct } from "./listed-records.ts";
import { reasonsIn } from "./quality-report.ts";
import { createRecordSplitter, NoList } from "./record-stream.ts";

/** A list is cut off here; it is never in memory as a whole. */
const largestListBytes = 1_000_000_000;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Records that are handed on at once. */
const atOnce = 500;

type Query = Readonly<Record<string, string | readonly string[]>>;

/** By PID (docs/portal/observed.md §3) where some are given, and for a device that is no longer in the settings; else by type. */
export function sourceQuery(instrument: string, pids: readonly string[] = []): Query {
  if (pids.length > 0) return { instrumentPid: pids };
  return instrument.includes("://") ? { instrumentPid: instrument } : { instrument };
}

/** Long lists of the portal (docs/portal/api.md, "Endpoints"), read as they come. */
export function createHttpLists(link: ReadLink): PortalLists {
  /** When the portal refused a list by PID and gave it by type, and when that was tried last; epoch milliseconds. */
  let [knowsNoPidsAtMs, triedAtMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    async listRawFiles({ kind, site, instrument, pids = [] }, span, signal, take) {
      if (kind === "model") {
        const path = address("/api/raw-model-files", { site, model: instrument, ...span });
        return await readList(link, path, signal, listedModelRecord, take);
      }
      const listOf = (some: readonly string[]) => {
        const path = address("/api/raw-files", { site, ...sourceQuery(instrument, some), ...span });
        return readList(link, path, signal, listedRecord, take);
      };
      const { nowMs } = link.facts();
      if (pids.length === 0 || Math.abs(nowMs - knowsNoPidsAtMs) < dayMs) return await listOf([]);
      const byPid = await listOf(pids);
      // The filter is not in the contract: a portal need not know it.
      if (byPid.kind !== "refused" || byPid.status >= 500 || Math.abs(nowMs - triedAtMs) < hourMs)
        return byPid;
      triedAtMs = nowMs;
      const byType = await listOf([]);
      if (byType.kind === "found") knowsNoPidsAtMs = nowMs;
      return byType;
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
