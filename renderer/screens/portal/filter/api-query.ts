import { fieldsOf, type Listing, type PortalFilter } from "./portal-filter.ts";

const routes: Readonly<Record<Listing, string>> = {
  files: "/api/files",
  modelFiles: "/api/model-files",
  rawFiles: "/api/raw-files",
  rawModelFiles: "/api/raw-model-files",
  visualizations: "/api/visualizations",
};

/**
 * Address of a list as the portal's read API takes it (docs/portal/api.md, "Endpoints"): several values repeat their
 * parameter, flags have no value. `portal` is without a slash at the end.
 */
export function listAddress(portal: string, listing: Listing, filter: PortalFilter): string {
  const parts: string[] = [];
  for (const field of fieldsOf[listing]) {
    const value = filter[field];
    if (value === undefined) continue;
    if (value === true) parts.push(field);
    else for (const one of Array.isArray(value) ? value : [value]) parts.push(`${field}=${encoded(one)}`);
  }
  const query = parts.length === 0 ? "" : `?${parts.join("&")}`;
  return `${portal}${routes[listing]}${query}`;
}

/** Key that tells a record from all others. */
export interface RecordKey {
  readonly kind: "product" | "model" | "raw" | "raw-model";
  readonly uuid: string;
  readonly siteId: string;
  readonly date: string;
  readonly filename: string;
  /** Id of a model; null for what has none. */
  readonly modelId: string | null;
}

/** Address that answers with one record; of a record that has no route of its own, the narrowest list. */
export function recordAddress(portal: string, key: RecordKey): string {
  const place = { site: [key.siteId], date: key.date };
  if (key.kind === "product") return `${portal}/api/files/${encoded(key.uuid)}`;
  if (key.kind === "raw") return listAddress(portal, "rawFiles", { ...place, filename: [key.filename] });
  if (key.kind === "raw-model")
    return listAddress(portal, "rawModelFiles", { ...place, filename: [key.filename] });
  return listAddress(portal, "modelFiles", {
    ...place,
    ...(key.modelId === null ? { allModels: true } : { model: [key.modelId] }),
  });
}

/** A line for a terminal that prints the answer; null for what is no web address. */
export function curlOfList(address: string): string | null {
  const quoted = quotedAddress(address);
  return quoted === null ? null : `curl --fail --compressed ${quoted}`;
}

/** A line for a terminal that fetches a file under the name it has on the portal; null for what is no web address. */
export function curlOfFile(downloadUrl: string): string | null {
  const quoted = quotedAddress(downloadUrl);
  return quoted === null ? null : `curl --fail --remote-name ${quoted}`;
}

/** In double quotes, which every shell understands; whatever a shell might act upon is percent-encoded. */
function quotedAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  return `"${url.href.replace(/[^A-Za-z0-9\-._~:/?#[\]@&*+,;=%]/g, percent)}"`;
}

function encoded(value: string | number): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, percent);
}

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
