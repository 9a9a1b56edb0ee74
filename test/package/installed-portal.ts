import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";

/** The mock portal of an unpacked package (`installed`), in a process of its own. */
export async function startInstalledPortal(installed: string, dataFolder: string) {
  const words = ["mock-portal", "--data", dataFolder, "--seed", "empty"];
  const child = spawn(process.execPath, [path.join(installed, "out/cli/skyferry.js"), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const { url }: { readonly url: string } = JSON.parse(line);
  return {
    url,
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Settings in `folder/data` for one instrument, and one finished file of it. */
export async function writeStation(folder: string, portalUrl: string): Promise<void> {
  const measured = path.join(folder, "radar");
  await mkdir(measured, { recursive: true });
  await mkdir(path.join(folder, "data"));
  const file = path.join(measured, "20261101.LV1");
  await writeFile(file, "measured");
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(file, anHourAgo, anHourAgo);
  const instrument = {
    name: "Cloud radar",
    site: "hyytiala",
    instrument: "rpg-fmcw-94",
    pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
    folder: measured,
    pattern: "%Y%m%d.LV1",
  };
  const settings = { portal: { url: portalUrl, username: "station" }, instruments: [instrument] };
  await writeFile(path.join(folder, "data/settings.json"), JSON.stringify(settings));
}
