import { laterTexts } from "./store/later-texts.ts";

/** The pages that are loaded when they are opened, or when somebody is about to. */
export const laterScreens = {
  "/coverage": async () => (await import("./screens/coverage/coverage-screen.tsx")).CoverageScreen,
  "/instruments": async () => (await import("./screens/instrument/instrument-screen.tsx")).InstrumentScreen,
  "/report": async () => (await import("./screens/report/report-screen.tsx")).ReportScreen,
  "/cleanup": async () => (await import("./screens/cleanup/cleanup-screen.tsx")).CleanupScreen,
  "/files": async () => (await import("./screens/files/files-screen.tsx")).FilesScreen,
  "/data": async () => (await import("./screens/portal/portal-screen.tsx")).PortalScreen,
  "/log": async () => (await import("./screens/log/log-screen.tsx")).LogScreen,
  "/help": async () => (await import("./screens/help/help-screen.tsx")).HelpScreen,
  "/settings": async () => (await import("./screens/settings/settings-screen.tsx")).SettingsScreen,
  "/setup": async () => (await import("./screens/setup/setup-screen.tsx")).SetupScreen,
} as const;

/** Begins to load a page, so that it is there when the click comes; does nothing for one that is there. */
export function loadAhead(address: string): void {
  const load = Object.entries(laterScreens).find(([start]) => start === address)?.[1];
  // A failure shows when the page is really opened.
  void laterTexts()
    .then(load)
    .catch(() => {});
}
