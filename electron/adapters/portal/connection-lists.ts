import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { PortalLists } from "#engine/ports/settings.ts";
import type { ReadLink } from "./http-get.ts";
import { createHttpReads } from "./http-reads.ts";

/** Sites and instruments as a portal lists them to everybody; the first list that cannot be had is the outcome. */
export async function portalLists(link: ReadLink, signal: AbortSignal): Promise<ReadOutcome<PortalLists>> {
  const reads = createHttpReads(link);
  const [sites, types, records] = await Promise.all([
    reads.sites(signal),
    reads.instrumentTypes(signal),
    reads.instrumentRecords(signal),
  ]);
  if (sites.kind !== "found") return sites;
  if (types.kind !== "found") return types;
  if (records.kind !== "found") return records;
  const notes = [sites, types, records].flatMap((one) => one.notes ?? []);
  const value = { sites: sites.value, instrumentTypes: types.value, instrumentRecords: records.value };
  return { kind: "found", value, notes };
}
