import { rm } from "node:fs/promises";
import { createNodeFiles, type NodeFiles } from "#adapters/files/node-files.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import { type MockPortal, type MockPortalOptions, startMockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, type PlaceOptions, today } from "#test/support/builders/station-place.ts";
import { askOnce } from "#test/support/portals/ask-once.ts";
import { createOracle, type Oracle } from "./oracle.ts";

const dayInSeconds = 86_400;

/** Parts that the steps of a row share, because they take long to start. */
export interface Ground {
  /** In this process; nothing is processed meanwhile. */
  readonly portal: MockPortal;
  readonly files: NodeFiles;
}

/** Runs the steps of a row on one mock portal. */
export async function withPortal(
  work: (ground: Ground) => Promise<void>,
  options: Partial<MockPortalOptions> = {},
): Promise<void> {
  const dataFolder = await makeScratch("skyferry-row-");
  const portal = await startMockPortal({
    dataFolder,
    seed: "empty",
    processingDelaySeconds: dayInSeconds,
    ...options,
  });
  const files = createNodeFiles();
  try {
    await work({ portal, files });
  } finally {
    await Promise.all([portal.close(), files.close()]);
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const sites = ["hyytiala", "juelich", "granada", "cabauw", "potenza", "munich", "norunda", "warsaw"] as const;

/** Picks one of some sites, so that the lists that a step reads stay short. */
export function siteOf(random: Random): string {
  return random.pick(sites);
}

/** A place of one site on the row's portal, and the oracle of its files; the portal's faults end with it. */
export interface StepPlace extends Place, AsyncDisposable {
  readonly site: string;
  readonly oracle: Oracle;
  /** Writes a file of that day, as `Place.write`, and tells the oracle. Gives its absolute path. */
  finish(relPath: string, bytes: Uint8Array, measurementDate?: string): Promise<string>;
}

/** Opens what a step works on. */
export async function openPlace(
  { portal }: Ground,
  random: Random,
  { instrument, ...rest }: Partial<PlaceOptions> = {},
): Promise<StepPlace> {
  const site = siteOf(random);
  // Random contents look damaged, and call for a person once the clock is two minutes on.
  const unchecked = { site, check: "off", ...instrument } as const;
  const place = await makePlace({ portalUrl: portal.url, instrument: unchecked, ...rest });
  const oracle = await createOracle(portal.url, instrument?.kind);
  return {
    ...place,
    site,
    oracle,
    async finish(relPath, bytes, measurementDate = today()) {
      const path = await place.write(relPath, bytes);
      await oracle.finished(path, { site, measurementDate });
      return path;
    },
    async [Symbol.asyncDispose]() {
      portal.setFaults([]);
      await place.remove();
    },
  };
}

/** Announcement of another station. */
export interface Announced {
  readonly site: string;
  readonly instrument: string;
  readonly pid: string;
  readonly tags: readonly string[];
  readonly filename: string;
  readonly measurementDate: string;
  readonly checksum: string;
}

const authorization = `Basic ${Buffer.from("station:station").toString("base64")}`;

/** Announces a file as another station would; throws when the portal does not take it. */
export async function announce(portal: MockPortal, { pid, ...rest }: Announced): Promise<void> {
  const announced = await askOnce(`${portal.url}/upload/metadata/`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ ...rest, instrumentPid: pid }),
  });
  if (announced.status !== 200) throw new Error(`announcing answered ${announced.status}`);
}

/** Announces and sends it; throws when the portal does not take it. */
export async function announceAndSend(
  portal: MockPortal,
  metadata: Announced,
  bytes: Uint8Array,
): Promise<void> {
  await announce(portal, metadata);
  const sent = await askOnce(`${portal.url}/upload/data/${metadata.checksum}`, {
    method: "PUT",
    headers: { authorization },
    body: bytes,
  });
  if (!sent.isOk) throw new Error(`sending answered ${sent.status}: ${sent.text()}`);
}

/** Looks through all folders, and waits until nothing can be sent now. */
export async function rescanAll(pipeline: Pipeline): Promise<void> {
  for (const configured of pipeline.instruments())
    await pipeline.scanner.rescan(configured, new AbortController().signal);
  await pipeline.scheduler.idle();
}
