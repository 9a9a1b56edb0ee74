import { addDays, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";

/** The tabs by their word in the address. */
export const tabs = [
  { id: "plots", label: say("Plots") },
  { id: "files", label: say("Files") },
  { id: "model-files", label: say("Model files") },
  { id: "raw-files", label: say("Raw files") },
  { id: "sites", label: say("Sites") },
  { id: "catalogue", label: say("Catalogue") },
] as const;

export type TabId = (typeof tabs)[number]["id"];

/** The tab that an address names; the first where it names none. */
export function tabOf(word: string | undefined): TabId {
  return tabs.find(({ id }) => id === word)?.id ?? "plots";
}

const withDates = ["site", "date", "dateFrom", "dateTo"];

/**
 * The address of another tab: site and dates go along, products too where both tabs know them. Plots show one day, so a
 * span becomes its last day.
 */
export function addressOfTab(tab: TabId, from: URLSearchParams): string {
  const kept = new URLSearchParams();
  const isList = tab !== "sites" && tab !== "catalogue";
  for (const [name, value] of from) {
    const isShared = withDates.includes(name) || (name === "product" && (tab === "files" || tab === "plots"));
    if (isList && isShared) kept.append(name, value);
  }
  if (tab === "plots") {
    const last = kept.get("dateTo");
    kept.delete("dateFrom");
    kept.delete("dateTo");
    if (last !== null && !kept.has("date")) kept.set("date", last);
    if (kept.size > 0 && !kept.has("date")) kept.set("date", yesterday());
  }
  const query = kept.toString();
  return `/data/${tab}${query === "" ? "" : `?${query}`}`;
}

function yesterday(): string {
  return addDays(todayUtc(Date.now()), -1);
}
