import { createHashRouter } from "react-router";
import { Frame } from "./frame/frame.tsx";
import { PageTrouble } from "./frame/page-trouble.tsx";
import { StationScreen } from "./screens/station/station-screen.tsx";

/** Every page by its address behind `#`; all but the first are loaded when they are opened. */
export function createRoutes() {
  return createHashRouter([
    {
      path: "/",
      Component: Frame,
      ErrorBoundary: PageTrouble,
      children: [
        {
          ErrorBoundary: PageTrouble,
          children: [
            { index: true, Component: StationScreen },
            {
              path: "queue",
              lazy: async () => ({
                Component: (await import("./screens/queue/queue-screen.tsx")).QueueScreen,
              }),
            },
            {
              path: "portal/:tab?",
              lazy: async () => ({
                Component: (await import("./screens/portal/portal-screen.tsx")).PortalScreen,
              }),
            },
            {
              path: "journal",
              lazy: async () => ({
                Component: (await import("./screens/journal/journal-screen.tsx")).JournalScreen,
              }),
            },
            {
              path: "settings/*",
              lazy: async () => ({
                Component: (await import("./screens/settings/settings-screen.tsx")).SettingsScreen,
              }),
            },
            {
              path: "setup/:step?",
              lazy: async () => ({
                Component: (await import("./screens/setup/setup-screen.tsx")).SetupScreen,
              }),
            },
          ],
        },
      ],
    },
  ]);
}
