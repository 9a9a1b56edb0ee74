import { join } from "node:path";

/** Seconds for which a demo file must stand still; the simulated instruments pause for less. */
const settleSeconds = 2;

/** Site of the demo's station. */
export const demoSite = "hyytiala";

/** Settings of the demo's station: three instruments at one site, the lidar with a folder for each channel. */
export function demoSettings(portalUrl: string, folder: string) {
  const finish = { policy: "settle", seconds: settleSeconds } as const;
  const site = demoSite;
  const lidar = {
    site,
    instrument: "halo-doppler-lidar",
    pid: "https://hdl.handle.net/21.12132/3.1f7d5b3ddc55483b",
    pattern: "Proc/%Y/%Y%m/%Y%m%d/Stare_213_%Y%m%d_*.hpl",
    finish,
  };
  return {
    portal: { url: portalUrl, username: "station" },
    instruments: [
      {
        name: "Cloud radar",
        site,
        instrument: "rpg-fmcw-94",
        pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
        folder: join(folder, "radar"),
        pattern: "%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}",
        finish,
      },
      {
        name: "Ceilometer",
        site,
        instrument: "cl61d",
        pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
        folder: join(folder, "ceilometer"),
        pattern: "live_%Y%m%d_*.nc",
        finish,
      },
      { ...lidar, name: "Doppler lidar co", folder: join(folder, "lidar-co"), tags: ["co"] },
      { ...lidar, name: "Doppler lidar cross", folder: join(folder, "lidar-cross"), tags: ["cross"] },
    ],
  };
}
