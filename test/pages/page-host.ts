import type { ShownPage, View } from "#test/support/hosts/browser.ts";

/** A host whose pages are shown. */
export interface PageHost {
  /** Shows the first page, and resolves when its frame is shown. A host that brings its own window shows one. */
  show(view?: View): Promise<ShownPage>;
  /** Ends the pages and the host. */
  stop(): Promise<void>;
}

export interface PageHostKind {
  /** The word in SKYFERRY_HOSTS that chooses it. */
  readonly key: string;
  /** In titles of tests. */
  readonly name: string;
  /** It needs a program that not every machine has. */
  readonly isOnRequest: boolean;
  /** The pages speak through the bridge of Electron's preload. */
  readonly isDesktop: boolean;
  /** A browser shows the pages: as often as wanted, in every theme and size. */
  readonly hasViews: boolean;
  /** `password` null: none in the environment, so that it has to be entered. */
  start(options: { readonly dataFolder: string; readonly password: string | null }): Promise<PageHost>;
}
