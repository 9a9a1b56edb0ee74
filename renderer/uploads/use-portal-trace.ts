import { useQueries } from "@tanstack/react-query";
import type { Output } from "#contract/methods.ts";
import { baseName } from "#domain/file-version.ts";
import { askHost, useHostQuery, useTransport } from "#renderer/store/host.tsx";
import type { UploadRow } from "#renderer/text/states.ts";

type RawFile = Output<"portal.rawFiles">[number] | Output<"portal.rawModelFiles">[number];
export type TracedProduct = Output<"portal.file">;

/** Record and products that the portal shows of a delivered file. */
export interface PortalTrace {
  readonly record: RawFile | null;
  /** Route of its record among the pages; null where it was not found. */
  readonly recordRoute: string | null;
  readonly products: readonly TracedProduct[];
  readonly isLooking: boolean;
}

/** A day of a site has few products of one instrument. */
const mostProducts = 8;
const rare = { staleMs: 60_000 };

/** The portal's record of a delivered file and the products that name it as their source. Asked once, while its panel is open. */
export function usePortalTrace({
  state,
  instrument,
  measurementDate,
  path,
  receipt,
}: UploadRow): PortalTrace {
  const transport = useTransport();
  const { data: status } = useHostQuery("status", {});
  const own = status?.instruments.find(({ name }) => name === instrument);
  const isModel = own?.kind === "model";
  const isAsked = state === "delivered" && own !== undefined && receipt !== null;
  const day = { site: own?.site ?? "-", date: measurementDate };
  const named = { ...day, filename: receipt?.recordFilename ?? baseName(path) };
  const raws = useHostQuery("portal.rawFiles", named, { ...rare, enabled: isAsked && !isModel });
  const rawModels = useHostQuery("portal.rawModelFiles", named, { ...rare, enabled: isAsked && isModel });
  const listed: readonly RawFile[] = (isModel ? rawModels.data : raws.data) ?? [];
  const record =
    listed.find(({ uuid }) => uuid === receipt?.recordUuid) ??
    listed.find(({ checksum }) => checksum === receipt?.checksum) ??
    null;
  const isUsed = record?.status === "processed" && !isModel;
  const { data: files, isPending } = useHostQuery("portal.files", day, { ...rare, enabled: isUsed });
  const pid = record !== null && "instrumentPid" in record ? record.instrumentPid : null;
  const likely = (isUsed ? (files ?? []) : [])
    .filter((file) => file.instrument === null || file.instrument.pid === pid)
    .slice(0, mostProducts);
  const details = useQueries({
    queries: likely.map(({ uuid }) => ({
      queryKey: ["portal.file", { uuid }],
      queryFn: () => askHost(transport, "portal.file", { uuid }),
      staleTime: rare.staleMs,
    })),
  });
  const products = details.flatMap(({ data }) =>
    data !== undefined && record !== null && data.sourceFileIds.includes(record.uuid) ? [data] : [],
  );
  const query = `?site=${encodeURIComponent(day.site)}&date=${day.date}`;
  return {
    record,
    recordRoute:
      record === null ? null : `/data/raw-files${query}${isModel ? "&raw=model" : ""}&open=${record.uuid}`,
    products,
    isLooking:
      (isAsked && (isModel ? rawModels.isPending : raws.isPending)) ||
      (isUsed && (isPending || details.some((one) => one.isPending))),
  };
}
