import { createContext, useCallback, useContext } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Output } from "../../electron/contract/methods.ts";

type SettingsDocument = Output<"settings.read">["document"];

/** What somebody has changed, and the revisions of the file that it stands on: as read first, then as saved from here. */
export interface ChangedSettings {
  readonly document: SettingsDocument;
  /** As it was last saved from here; null when it was not yet. The file says so before it is read again. */
  readonly saved: SettingsDocument | null;
  readonly revisions: readonly [string, ...string[]];
}

type Next = (before: ChangedSettings | null) => ChangedSettings | null;

/** A draft (null: nothing is changed) and the way to change it. */
export type SettingsDraftState = readonly [ChangedSettings | null, (next: Next) => void];

/** Where settings are changed: on the pages of the settings, and in the guided set-up. */
export type DraftPlace = "settings" | "setup";

type Kept = Readonly<Record<DraftPlace, ChangedSettings | null>>;

/** Holds the drafts for as long as the page is open, so that a look at another page does not lose them. */
export function createSettingsDrafts(): StoreApi<Kept> {
  return createStore<Kept>(() => ({ settings: null, setup: null }));
}

const SettingsDraftsContext = createContext<StoreApi<Kept> | null>(null);

export const SettingsDraftsProvider = SettingsDraftsContext.Provider;

/** The draft of one place. A password is never in it: no document of settings holds one. */
export function useSettingsDraft(place: DraftPlace): SettingsDraftState {
  const store = useContext(SettingsDraftsContext);
  if (store === null) throw new Error("no draft: the page is not inside SettingsDraftsProvider");
  const draft = useStore(store, (kept) => kept[place]);
  const change = useCallback(
    (next: Next) => store.setState((kept) => ({ [place]: next(kept[place]) })),
    [store, place],
  );
  return [draft, change];
}
