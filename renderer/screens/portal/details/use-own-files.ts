import { useQuery } from "@tanstack/react-query";
import type { Transport } from "#contract/transport.ts";
import type { RawFileShown } from "#renderer/screens/portal/list/rows.ts";
import { askHost, useTransport } from "#renderer/store/host.tsx";

/** A file that this station delivered. */
export interface OwnFile {
  readonly uploadId: string;
  readonly instrument: string;
  /** Relative to the instrument's folder. */
  readonly path: string;
}

/** The station's file behind a raw file of the portal; undefined where none is known. */
export type OwnFileOf = (raw: Pick<RawFileShown, "uuid" | "checksum">) => OwnFile | undefined;

/** Stands for the answer while the station is asked. */
export const notYetKnown: OwnFileOf = () => undefined;
/** So many uploads are told at once. */
const inOnePiece = 500;

/**
 * Finds the raw files of a site's day that this station delivered: those whose uuid or MD5 is in a receipt. Instruments that made
 * none of the files are not asked about.
 */
export function useOwnFiles(
  site: string,
  date: string,
  raws: readonly RawFileShown[] | undefined,
): OwnFileOf {
  const transport = useTransport();
  const types = [...new Set((raws ?? []).map(({ instrumentId }) => instrumentId))].toSorted();
  const { data } = useQuery({
    queryKey: ["details.own-files", site, date, types],
    queryFn: () => filesDelivered(transport, site, date, types),
    enabled: types.length > 0,
    staleTime: 60_000,
  });
  if (data === undefined) return notYetKnown;
  return ({ uuid, checksum }) => data.get(uuid) ?? (checksum === null ? undefined : data.get(checksum));
}

/** By uuid of the record and by MD5, the files of a day that the station has receipts of. */
export async function filesDelivered(
  transport: Transport,
  site: string,
  date: string,
  types: readonly (string | null)[],
): Promise<ReadonlyMap<string, OwnFile>> {
  const { instruments } = await askHost(transport, "status", {});
  const found = new Map<string, OwnFile>();
  for (const own of instruments) {
    if (own.kind !== "instrument" || own.site !== site || !types.includes(own.instrument)) continue;
    const { files } = await askHost(transport, "coverage.day", { instrument: own.name, date });
    const ids = files.flatMap(({ uploadId, state }) =>
      uploadId !== null && state === "delivered" ? [uploadId] : [],
    );
    for (let first = 0; first < ids.length; first += inOnePiece) {
      const filter = { ids: ids.slice(first, first + inOnePiece) };
      const { uploads } = await askHost(transport, "queue", { filter, limit: inOnePiece });
      for (const { id, path, receipt } of uploads) {
        if (receipt === null) continue;
        const file = { uploadId: id, instrument: own.name, path };
        found.set(receipt.checksum, file);
        if (receipt.recordUuid !== null) found.set(receipt.recordUuid, file);
      }
    }
  }
  return found;
}
