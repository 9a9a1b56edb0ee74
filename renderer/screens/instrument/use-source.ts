import type { InstrumentStatusShown } from "#renderer/model/instrument-words.ts";
import { sourcesOf, textAt, type Written } from "#renderer/settings-form/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";

/** Gives the settings of an instrument or model, and the route to its form; null while they are not known. */
export function useSource({ name, kind }: Pick<InstrumentStatusShown, "name" | "kind">) {
  const { data } = useHostQuery("settings.read", {});
  if (data === undefined) return null;
  const list = kind === "model" ? "models" : "instruments";
  const sources = sourcesOf(data.document, list);
  const index = sources.findIndex((one) => textAt(one, "name") === name);
  const source: Written | undefined = sources[index];
  return source === undefined ? null : { source, route: `/settings/${list}/${index}` };
}
