import { moreScenes } from "./shot-more.ts";
import type { Scene } from "./shot-steps.ts";

/** Pages that every station has. */
const everywhere: readonly Omit<Scene, "station">[] = [
  { name: "station", address: "/" },
  {
    name: "station-foot",
    address: "/",
    act: (page) => page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight)),
  },
  { name: "queue", address: "/queue" },
  { name: "journal", address: "/journal" },
  { name: "portal-files", address: "/portal/files" },
  { name: "portal-plots", address: "/portal/plots" },
  { name: "portal-sites", address: "/portal/sites" },
  { name: "portal-catalogue", address: "/portal/catalogue" },
  { name: "settings-instruments", address: "/settings/instruments" },
  { name: "settings-portal", address: "/settings/portal" },
  { name: "settings-notifications", address: "/settings/notifications" },
  { name: "settings-storage", address: "/settings/storage" },
  { name: "settings-general", address: "/settings/general" },
  { name: "settings-backup", address: "/settings/backup" },
];

/** Every picture of one station. */
export function scenesOf(station: Scene["station"]): readonly Scene[] {
  return [
    ...everywhere.map((scene) => ({ ...scene, station })),
    ...moreScenes.filter((scene) => scene.station === station),
  ];
}
