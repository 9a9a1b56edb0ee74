import type { Failure } from "#domain/cause.ts";

/** Sites for which the portal refused the credentials: asked once, not once per file. */
export interface SiteRefusals {
  of(site: string): Failure | null;
  refuse(site: string, failure: Failure): void;
  /** The portal took a file of this site. Calls `onLifted` for the first one since start, refusal or `forget`. */
  lift(site: string): void;
  /** The portal is asked again for every site (a person said retry, or the settings changed). */
  forget(): void;
}

/** Refusals of one engine. `onLifted` releases the files that are blocked for the site, also those of earlier runs. */
export function createSiteRefusals(onLifted: (site: string) => void): SiteRefusals {
  const refused = new Map<string, Failure>();
  const allowed = new Set<string>();
  return {
    of: (site) => refused.get(site) ?? null,
    refuse(site, failure) {
      refused.set(site, failure);
      allowed.delete(site);
    },
    lift(site) {
      refused.delete(site);
      if (allowed.has(site)) return;
      allowed.add(site);
      onLifted(site);
    },
    forget() {
      refused.clear();
      allowed.clear();
    },
  };
}
