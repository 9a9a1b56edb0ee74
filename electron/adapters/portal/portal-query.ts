type FilterValue = string | number | boolean | readonly string[] | undefined;

/**
 * Query of a read route, with its question mark; empty when nothing is asked for. A list gives its parameter
 * repeatedly; true gives a flag without a value (docs/portal/api.md, "Endpoints"); false and undefined give nothing.
 */
export function queryOf(filter: object): string {
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
