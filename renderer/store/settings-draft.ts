import { createContext, useCallback, useContext } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Output } from "#contract/methods.ts";

type SettingsDocument = Output<"settings.read">["document"];

/** A password that is not kept yet: as it was typed, or the host's name for one that an import found. */
export type Secret =
  | { readonly kind: "typed"; readonly text: string }
  | { readonly kind: "imported"; readonly passwordId: string };

/** Settings that were changed, and the revisions of the file that they are based on: as read first, then as saved from here. */
export interface ChangedSettings {
  readonly document: SettingsDocument;
  /** As it was last saved from here; null when it was not yet. The file says so before it is read again. */
  readonly saved: SettingsDocument | null;
  readonly revisions: readonly [string, ...string[]];
  /** Kept together with the settings; null leaves the kept one alone. In this page's memory only. */
  readonly secret: Secret | null;
}

type Next = (before: ChangedSettings | null) => ChangedSettings | null;

/** A draft (null: nothing is changed) and the way to change it. */
export type SettingsDraftState = readonly [ChangedSettings | null, (next: Next) => void];

/** Places in which settings are changed: the pages of the settings, and the guided setup. */
export type DraftPlace = "settings" | "setup";

type Kept = Readonly<Record<DraftPlace, ChangedSettings | null>>;

/** Holds the drafts for as long as the page is open, so that a look at another page does not lose them. */
export function createSettingsDrafts(): StoreApi<Kept> {
  const drafts = createStore<Kept>(() => ({ settings: null, setup: setupBeforeReload() }));
  drafts.subscribe(({ setup }) => keepOverReload(setup));
  return drafts;
}

const setupKey = "skyferry.setup";

/** Five pages of answers outlive a reload of this tab; a password does not. */
function keepOverReload(setup: ChangedSettings | null): void {
  if (setup === null) window.sessionStorage.removeItem(setupKey);
  else window.sessionStorage.setItem(setupKey, JSON.stringify({ ...setup, secret: null }));
}

function setupBeforeReload(): ChangedSettings | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(setupKey) ?? "null");
  } catch {
    return null;
  }
}

const SettingsDraftsContext = createContext<StoreApi<Kept> | null>(null);

export const SettingsDraftsProvider = SettingsDraftsContext.Provider;

/** The draft of one place. */
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
