import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Output } from "../../electron/contract/methods.ts";

/** What somebody has changed, and the revisions of the file that it stands on: as read first, then as saved from here. */
export interface ChangedSettings {
  readonly document: Output<"settings.read">["document"];
  readonly revisions: readonly [string, ...string[]];
}

type Next = (before: ChangedSettings | null) => ChangedSettings | null;

/** A draft (null: nothing is changed) and the way to change it. */
export type SettingsDraftState = readonly [ChangedSettings | null, (next: Next) => void];

interface Kept {
  readonly draft: ChangedSettings | null;
  readonly change: (next: Next) => void;
}

/** Holds the draft for as long as the program is open, so that a look at another page does not lose it. */
export function createSettingsDraft(): StoreApi<Kept> {
  return createStore<Kept>((set) => ({
    draft: null,
    change: (next) => set(({ draft }) => ({ draft: next(draft) })),
  }));
}

const SettingsDraftContext = createContext<StoreApi<Kept> | null>(null);

export const SettingsDraftProvider = SettingsDraftContext.Provider;

/** The draft of the pages of settings. */
export function useSettingsDraft(): SettingsDraftState {
  const store = useContext(SettingsDraftContext);
  if (store === null) throw new Error("no draft: the page is not inside SettingsDraftProvider");
  const { draft, change } = useStore(store);
  return [draft, change];
}
