import type { RunningHost } from "../compose.ts";

/** What the shell follows: the tray and the notices, decided by the engine. */
export type Attention = RunningHost["attention"];

/** What a tray shows. */
export type TrayView = ReturnType<Attention["tray"]>;

/** What is told about one cause. */
export type Notice = Parameters<Parameters<Attention["onNotice"]>[0]>[0];

/** The page that a notice or an entry of the tray opens: the queue with this filter. */
export function queueRoute(filter: Notice["filter"]): string {
  const query = new URLSearchParams();
  for (const state of filter.states ?? []) query.append("state", state);
  if (filter.instrument !== undefined) query.set("instrument", filter.instrument);
  if (filter.cause !== undefined) query.set("cause", filter.cause);
  if (filter.text !== undefined) query.set("text", filter.text);
  return query.size === 0 ? "/queue" : `/queue?${query}`;
}
