import type { Failure } from "./domain/failure.ts";

/** Sites for which the portal refused the credentials: asked once, not once per file. */
export interface SiteRefusals {
  of(site: string): Failure | null;
  refuse(site: string, failure: Failure): void;
  /** The portal took a file of this site. Calls `onLifted` when it had been refused. */
  lift(site: string): void;
  /** The portal is asked again for every site (a person said retry, or the settings changed). */
  forget(): void;
}

/** Refusals of one engine. `onLifted` releases the files that were blocked for the site. */
export function createSiteRefusals(onLifted: (site: string) => void): SiteRefusals {
  const refused = new Map<string, Failure>();
  return {
    of: (site) => refused.get(site) ?? null,
    refuse(site, failure) {
      refused.set(site, failure);
    },
    lift(site) {
      if (refused.delete(site)) onLifted(site);
    },
    forget: () => refused.clear(),
  };
}
