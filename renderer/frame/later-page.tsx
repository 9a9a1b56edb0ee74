import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { laterTexts } from "#renderer/store/later-texts.ts";

type Load = () => Promise<ComponentType>;

const pages = new Map<Load, LazyExoticComponent<ComponentType>>();
const failed = new Set<Load>();

/** A page that is loaded when it is opened. The one before it stays until it is there. */
export function LaterPage({ load }: { readonly load: Load }) {
  const Page = pageOf(load);
  return <Page />;
}

function pageOf(load: Load): LazyExoticComponent<ComponentType> {
  const known = pages.get(load);
  if (known !== undefined) return known;
  const page = lazy(async () => {
    try {
      await laterTexts();
      return { default: await load() };
    } catch (error) {
      failed.add(load);
      throw error;
    }
  });
  pages.set(load, page);
  return page;
}

/** React remembers that a page could not be loaded; the next time that it is opened it is asked for again. */
export function forgetFailedPages(): void {
  for (const load of failed) pages.delete(load);
  failed.clear();
}
