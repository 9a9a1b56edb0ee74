import { download, lookInside, markAsKnown, openRow, type Scene, waits } from "./shot-steps.ts";
import { taskStations } from "./task-stations.ts";

/** Pages that every station has. */
const everywhere: readonly Omit<Scene, "station">[] = [
  { name: "today", address: "/" },
  {
    name: "today-foot",
    address: "/",
    act: (page) => page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight)),
  },
  {
    name: "coverage",
    address: "/coverage",
    act: (page) => page.getByText(/still reading/i).waitFor({ state: "detached", timeout: 180_000 }),
  },
  { name: "report", address: "/report" },
  { name: "files", address: "/files" },
  { name: "log", address: "/log" },
  { name: "log-files", address: "/log?view=files" },
  { name: "portal-files", address: "/data/files" },
  { name: "data", address: "/data" },
  { name: "portal-tiles", address: "/data/plots?view=tiles" },
  { name: "portal-sites", address: "/data/sites" },
  { name: "portal-catalogue", address: "/data/catalogue" },
  { name: "settings-instruments", address: "/settings/instruments" },
  { name: "settings-portal", address: "/settings/portal" },
  { name: "settings-notifications", address: "/settings/notifications" },
  { name: "settings-storage", address: "/settings/storage" },
  { name: "settings-general", address: "/settings/general" },
  { name: "settings-backup", address: "/settings/backup" },
];

/** Every picture of one station. */
export function scenesOf(station: Scene["station"]): readonly Scene[] {
  if (station.startsWith("situation-")) return [{ station, name: "today", address: "/" }];
  if (station.startsWith("task-")) return taskScenes.filter((scene) => scene.station === station);
  if (station.startsWith("sized-"))
    return sizedNames.flatMap((name) =>
      everywhere
        .filter((scene) => scene.name === name)
        .map((scene) => ({ ...scene, station, name: `n-${name}` })),
    );
  // Without settings, Today is the set-up.
  const ofStation = station === "empty" ? everywhere.filter(({ address }) => address !== "/") : everywhere;
  return [
    ...ofStation.map((scene) => ({ ...scene, station })),
    ...moreScenes.filter((scene) => scene.station === station),
  ];
}

/** Pages that look otherwise with more instruments. */
const sizedNames = [
  "today",
  "today-foot",
  "coverage",
  "report",
  "files",
  "log",
  "data",
  "settings-instruments",
];

const taskScenes: readonly Scene[] = taskStations.map(({ slug, address, act }) => ({
  station: `task-${slug}`,
  name: slug,
  address,
  act: async (page, _, place) => {
    if (place !== null) await act(page, place);
  },
}));

/** Pages, panels and dialogs that one station alone has to show. */
const moreScenes: readonly Scene[] = [
  { station: "full", name: "today-known", address: "/", act: markAsKnown },
  { station: "full", name: "instrument", address: "/instruments?name=Cloud+radar" },
  {
    station: "full",
    name: "instrument-foot",
    address: "/instruments?name=Ceilometer",
    act: (page) => page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight)),
  },
  {
    station: "failing",
    name: "instrument",
    address: "/instruments?name=Disdrometer+%3Cb%3Eroof%3C%2Fb%3E",
  },
  { station: "full", name: "files-file", address: "/files", act: (page) => openRow(page, 3) },
  {
    station: "full",
    name: "pause-menu",
    address: "/files",
    act: (page) => page.getByRole("button", { name: "Pause sending" }).click(waits),
  },
  { station: "full", name: "log-filtered", address: "/log?view=files&q=ZEN" },
  { station: "full", name: "portal-file", address: "/data/files", act: (page) => openRow(page, 3) },
  { station: "full", name: "portal-inside", address: "/data/files", act: lookInside },
  {
    station: "full",
    name: "portal-folder",
    address: "/data/files",
    act: (page) => download(page, null),
  },
  {
    station: "full",
    name: "portal-downloads",
    address: "/data/files",
    act: download,
  },
  { station: "full", name: "portal-models", address: "/data/model-files" },
  { station: "full", name: "portal-raw", address: "/data/raw-files" },
  { station: "full", name: "portal-raw-file", address: "/data/raw-files", act: (page) => openRow(page, 3) },
  {
    station: "full",
    name: "data-beside",
    address: "/data",
    async act(page) {
      await page.getByRole("button", { name: "Compare" }).click(waits);
      await page.waitForTimeout(2_500);
    },
  },
  {
    station: "full",
    name: "portal-plot-zoom",
    address: "/data/plots",
    async act(page) {
      await page.getByRole("figure").getByRole("button").first().click(waits);
      await page.waitForTimeout(800);
    },
  },
  {
    station: "full",
    name: "portal-site",
    address: "/data/sites",
    async act(page) {
      await page.getByRole("row", { name: /Hyyti/ }).first().click(waits);
      await page.waitForTimeout(1_000);
    },
  },
  {
    station: "full",
    name: "portal-nothing",
    address: "/data/files?site=hyytiala&dateFrom=1999-01-01&dateTo=1999-01-02",
  },
  { station: "full", name: "settings-instrument", address: "/settings/instruments/0" },
  { station: "full", name: "settings-new", address: "/settings/instruments/new" },
  {
    station: "failing",
    name: "files-file",
    address: "/files?state=blocked",
    act: (page) => openRow(page, 2),
  },
  {
    station: "failing",
    name: "files-explained",
    address: "/files?state=blocked",
    async act(page) {
      await openRow(page, 2);
      await page
        .getByRole("complementary")
        .getByRole("button", { name: /Explain|Why/ })
        .click(waits);
      await page.waitForTimeout(800);
    },
  },
  {
    station: "failing",
    name: "files-selected",
    address: "/files",
    async act(page) {
      await page
        .getByRole("checkbox", { name: /^Select / })
        .first()
        .waitFor(waits);
      for (const box of (await page.getByRole("checkbox", { name: /^Select / }).all()).slice(0, 6))
        await box.check(waits);
      await page.waitForTimeout(600);
    },
  },
  { station: "failing", name: "log-filtered", address: "/log?view=files&q=live" },
  { station: "failing", name: "settings-instrument", address: "/settings/instruments/2" },
  { station: "empty", name: "setup", address: "/setup" },
  { station: "empty", name: "setup-credentials", address: "/setup/credentials" },
  { station: "empty", name: "setup-instrument", address: "/setup/instrument" },
  { station: "empty", name: "setup-files", address: "/setup/files" },
  { station: "empty", name: "setup-check", address: "/setup/check" },
];
