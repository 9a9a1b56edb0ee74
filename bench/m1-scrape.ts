import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { dispatch } from "#api/dispatch.ts";
import { openDataFolder } from "#compose/data-folder.ts";
import { type FilledRow, fillLedger } from "./support/filled-ledger.ts";
import { inTurn, median, type Row, ratioOf } from "./support/report.ts";
import { scratchFolder, writeSettings } from "./support/trees.ts";

const rounds = 15;

/** M1: the figures of a station are gathered, its ledger holding 1,000 or 100,000 delivered uploads and as many queued. */
export async function scrape(scale: number): Promise<Row[]> {
  const [small, large] = [Math.round(1_000 * scale), Math.round(100_000 * scale)];
  const scratch = scratchFolder("m1");
  const hosts = [];
  for (const count of [small, large])
    hosts.push({ name: String(count), ...(await startHost(join(scratch.path, String(count)), count)) });
  // The first page loads the library.
  for (const { page } of hosts) await page();
  const taken = await inTurn(hosts, rounds, async ({ page }) => {
    // Within a second a page is given again.
    await new Promise((resolve) => setTimeout(resolve, 1_010));
    return await page();
  });
  for (const { stop } of hosts) await stop();
  scratch.remove();
  const ms = (count: number): string => (median(taken[String(count)] ?? []) * 1000).toFixed(1);
  const ratio = ratioOf(taken, String(large), String(small));
  return [
    {
      id: "M1",
      what: `GET /metrics, ${small} and ${large} uploads delivered, as many queued`,
      figures: `ms, middle of ${rounds}: ${ms(small)} and ${ms(large)}`,
      ratio,
      target: "≤ 2 (nothing is counted)",
      holds: ratio <= 2,
      raw: taken,
    },
  ];
}

/** A host in this process; `page` gives the seconds that one page took. */
async function startHost(dataFolder: string, count: number) {
  mkdirSync(join(dataFolder, "files"), { recursive: true });
  writeSettings(join(dataFolder, "settings.json"), "http://127.0.0.1:9", join(dataFolder, "files"));
  await fillLedger(dataFolder, "Bench", "delivered", filled("d", count));
  await fillLedger(dataFolder, "Bench", "queued", filled("q", count));
  const station = await openDataFolder({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    version: "bench",
    env: { ...process.env, SKYFERRY_PASSWORD: "station" },
  });
  if ("message" in station) throw new Error(station.message);
  await dispatch(await station.handlers(), "pause", { until: null });
  const host = await station.startHost({ port: 0 }, { port: 0, host: "127.0.0.1" });
  if ("message" in host) throw new Error(host.message);
  return {
    async page() {
      const beganAt = performance.now();
      await (await fetch(host.metricsPort.address() ?? "")).text();
      return (performance.now() - beganAt) / 1000;
    },
    async stop() {
      await host.stop();
      await station.close();
    },
  };
}

function* filled(prefix: string, count: number): Generator<FilledRow> {
  for (let index = 0; index < count; index++)
    yield { relPath: `${prefix}/x_${index}_20240301.nc`, size: 1000, mtimeUs: 1_709_300_000_000_000 + index };
}
