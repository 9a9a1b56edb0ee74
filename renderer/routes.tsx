import type { ComponentType } from "react";
import { createHashRouter } from "react-router";
import { Frame } from "./frame/frame.tsx";
import { NoSuchPage } from "./frame/no-such-page.tsx";
import { PageProblem } from "./frame/page-problem.tsx";
import { StationScreen } from "./screens/station/station-screen.tsx";
import { laterScreens } from "./screens.ts";

/** Every page by its address behind `#`; all but the first are loaded when they are opened. */
export function createRoutes() {
  const later = (path: string, load: () => Promise<ComponentType>) => ({
    path,
    lazy: async () => ({ Component: await load() }),
  });
  return createHashRouter([
    {
      path: "/",
      Component: Frame,
      ErrorBoundary: PageProblem,
      children: [
        {
          ErrorBoundary: PageProblem,
          children: [
            { index: true, Component: StationScreen },
            later("coverage", laterScreens["/coverage"]),
            later("queue", laterScreens["/queue"]),
            later("portal/:tab?", laterScreens["/portal"]),
            later("journal", laterScreens["/journal"]),
            later("settings/*", laterScreens["/settings"]),
            later("setup/:step?", laterScreens["/setup"]),
            { path: "*", Component: NoSuchPage },
          ],
        },
      ],
    },
  ]);
}
