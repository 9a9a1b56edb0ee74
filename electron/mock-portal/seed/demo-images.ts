import { PLOT_GRID, plotPng } from "#mock-portal/artefacts/plot.ts";
import { quantityOf, shortName } from "#mock-portal/artefacts/quantities.ts";
import { skyAbove } from "#mock-portal/artefacts/sky.ts";
import { modelSky } from "./demo-models.ts";
import { portalFacts, type SeedFacts } from "./facts.ts";
import { plotSubject } from "./plot-key.ts";

const cache = new Map<string, Uint8Array>();

/** As `demoImage`; the last ones, by default those of some days, are drawn once. */
export function keptDemoImage(s3key: string, mostKept = 300): Uint8Array | null {
  const image = cache.get(s3key) ?? demoImage(s3key);
  if (image === null) return null;
  cache.delete(s3key);
  cache.set(s3key, image);
  for (const oldest of cache.keys()) if (cache.size > mostKept) cache.delete(oldest);
  return image;
}

/**
 * The PNG of a plot of the demo seed, by its object name; null when it is not one of those. The seed stores no images: its
 * thousands of plots are drawn when they are asked for (some 30 ms each), the same every time.
 */
export function demoImage(s3key: string, facts: SeedFacts = portalFacts()): Uint8Array | null {
  const subject = plotSubject(s3key);
  const site = facts.sites.find(({ id }) => id === subject?.siteId);
  const variable = facts.variables.find(({ id }) => id === subject?.variableId);
  if (subject === null || site === undefined || variable === undefined) return null;
  if (Number.isNaN(Date.parse(subject.date))) return null;
  const { modelId, date, measured } = subject;
  const sky =
    modelId === null
      ? skyAbove(site, date, PLOT_GRID)
      : modelSky(site, modelId, date, { timeCount: 48, heightCount: 40 });
  return plotPng({
    sky,
    quantity: quantityOf(variable.productId, shortName(variable.productId, variable.id)),
    title: [variable.humanReadableName, site.humanReadableName, modelId, date].filter(Boolean).join(" - "),
    measured,
  });
}
