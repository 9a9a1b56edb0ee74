import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Output } from "#contract/methods.ts";
import { askHost, useHostQuery, useTransport } from "./host.tsx";

/** The lists of the portal change seldom. */
const staleMs = 600_000;
const rare = { staleMs };

export const useSites = () => useHostQuery("portal.sites", {}, rare);
export const useProducts = () => useHostQuery("portal.productVariables", {}, rare);
export const useModels = () => useHostQuery("portal.models", {}, rare);
export const useInstrumentTypes = () => useHostQuery("portal.instrumentTypes", {}, rare);
export const useInstrumentRecords = (enabled = true) =>
  useHostQuery("portal.instrumentRecords", {}, { ...rare, enabled });

/** Ids of the sites for which this station delivers; undefined while not known. */
export function useOwnSites(): readonly string[] | undefined {
  const transport = useTransport();
  const { data, isError } = useQuery({
    queryKey: ["status", {}],
    queryFn: () => askHost(transport, "status", {}),
    select: ownSites,
  });
  const text = data ?? (isError ? "" : undefined);
  return useMemo(() => (text === undefined ? undefined : text.split("\n").filter(Boolean)), [text]);
}

/** Gives the sites as one text, so that a status that changes nothing about sites renders nothing again. */
function ownSites(status: Output<"status">): string {
  return [...new Set(status.instruments.map(({ site }) => site))].join("\n");
}
