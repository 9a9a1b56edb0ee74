import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { manifestIn, type PinnedPackage, pinnedPackages } from "./installed.ts";
import { fits, type LicenceException, licenceExceptions, licenceFault } from "./licences.ts";

/** Report on the packages of a project. */
export interface DependencyReport {
  readonly pinned: number;
  readonly installed: number;
  readonly production: number;
  /** How many packages have each licence, the most frequent first. */
  readonly licences: readonly (readonly [licence: string, count: number])[];
  /** Sentences that name the package; empty when all is well. */
  readonly faults: readonly string[];
}

const about = z.object({ allowScripts: z.record(z.string(), z.boolean()).default({}) });

/**
 * Looks at every package that the lock file of `top` pins, and again at what is really installed: its licence, and whether
 * npm would run something of it at install. `allowScripts` of package.json decides about each of the latter.
 */
export function dependencyReport(
  top: string,
  exceptions: readonly LicenceException[] = licenceExceptions,
): DependencyReport {
  const pinned = pinnedPackages(top);
  const { allowScripts } = about.parse(JSON.parse(readFileSync(path.join(top, "package.json"), "utf8")));
  const counts = new Map<string, number>();
  const faults = new Set<string>();
  let installed = 0;
  for (const one of pinned) {
    counts.set(one.licence ?? "none", (counts.get(one.licence ?? "none") ?? 0) + 1);
    const here = manifestIn(path.join(top, one.folder));
    if (here !== null) installed++;
    for (const fault of faultsOf(one, here, allowScripts)) faults.add(fault);
  }
  for (const exception of exceptions)
    if (!pinned.some(({ name, licence }) => fits(exception, name, licence ?? "", false)))
      faults.add(
        `The exception for ${exception.licence} (${exception.packages}) fits no package: take it away.`,
      );
  for (const name of Object.keys(allowScripts))
    if (!pinned.some((one) => one.name === name && one.hasInstallScript))
      faults.add(`allowScripts of package.json names ${name}, which has no script: take it away.`);
  return {
    pinned: pinned.length,
    installed,
    production: pinned.filter(({ isDevelopment }) => !isDevelopment).length,
    licences: [...counts].toSorted((a, b) => b[1] - a[1]),
    faults: [...faults],
  };
}

function faultsOf(
  pinned: PinnedPackage,
  here: ReturnType<typeof manifestIn>,
  decided: Readonly<Record<string, boolean>>,
): readonly string[] {
  const { name, version, licence, isDevelopment, hasInstallScript } = pinned;
  const faults: string[] = [];
  const own = licenceFault(name, licence, !isDevelopment);
  if (own !== null) faults.push(own);
  if (hasInstallScript && decided[name] === undefined)
    faults.push(
      `${name} runs a script when it is installed: decide about it under allowScripts of package.json.`,
    );
  if (here === null) return faults;
  if (here.version !== version)
    faults.push(`${name} is ${here.version} here where the lock file pins ${version}.`);
  if (here.licence !== null && here.licence !== licence) {
    const other = licenceFault(name, here.licence, !isDevelopment);
    if (other !== null) faults.push(other);
  }
  if (here.installScripts.length > 0 && decided[name] === undefined)
    faults.push(`${name} brings ${here.installScripts.join(", ")}, which the lock file does not tell of.`);
  return faults;
}
