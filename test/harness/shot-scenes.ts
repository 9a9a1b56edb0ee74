import type { Page } from "playwright-core";

/** One picture: where it is taken and what is done before. */
export interface Scene {
  readonly station: "full" | "failing" | "empty";
  readonly name: string;
  /** Behind `#`. */
  readonly address: string;
  readonly act?: (page: Page) => Promise<void>;
}

const scenes: readonly Omit<Scene, "station">[] = [
  { name: "station", address: "/" },
  { name: "queue", address: "/queue" },
  {
    name: "queue-file",
    address: "/queue",
    async act(page) {
      await page.locator('[role="row"][aria-rowindex="2"]').first().click({ timeout: 3_000 });
      await page.waitForTimeout(800);
    },
  },
  { name: "journal", address: "/journal" },
  { name: "portal-files", address: "/portal/files" },
  { name: "portal-plots", address: "/portal/plots" },
  { name: "portal-sites", address: "/portal/sites" },
  { name: "settings-instruments", address: "/settings/instruments" },
  { name: "settings-portal", address: "/settings/portal" },
];

const only: readonly Scene[] = [
  {
    station: "full",
    name: "portal-file",
    address: "/portal/files",
    async act(page) {
      await page.locator('[role="row"][aria-rowindex="3"]').first().click({ timeout: 5_000 });
      await page.waitForTimeout(800);
    },
  },
  { station: "full", name: "portal-models", address: "/portal/model-files" },
  { station: "full", name: "portal-raw", address: "/portal/raw-files" },
  { station: "full", name: "portal-catalogue", address: "/portal/catalogue" },
  { station: "full", name: "settings-instrument", address: "/settings/instruments/0" },
  { station: "full", name: "settings-notifications", address: "/settings/notifications" },
  { station: "full", name: "settings-program", address: "/settings/program" },
  { station: "full", name: "settings-backup", address: "/settings/backup" },
  { station: "empty", name: "setup", address: "/setup" },
  { station: "empty", name: "setup-credentials", address: "/setup/credentials" },
  { station: "empty", name: "setup-instrument", address: "/setup/instrument" },
  { station: "empty", name: "setup-files", address: "/setup/files" },
];

/** Every picture of one station. */
export function scenesOf(station: Scene["station"]): readonly Scene[] {
  return [
    ...scenes.map((scene) => ({ ...scene, station })),
    ...only.filter((scene) => scene.station === station),
  ];
}
