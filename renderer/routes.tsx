import type { ComponentType } from "react";
import { createHashRouter, Navigate, useLocation, useParams } from "react-router";
import { Frame } from "./frame/frame.tsx";
import { NoSuchPage } from "./frame/no-such-page.tsx";
import { PageProblem } from "./frame/page-problem.tsx";
import { SheetFrame } from "./frame/sheet-frame.tsx";
import { TodayScreen } from "./screens/today/today-screen.tsx";
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
            { index: true, Component: TodayScreen },
            { path: "today", element: <Navigate to="/" replace /> },
            { path: "station", element: <Navigate to="/" replace /> },
            later("coverage", laterScreens["/coverage"]),
            later("instruments", laterScreens["/instruments"]),
            later("report", laterScreens["/report"]),
            later("cleanup", laterScreens["/cleanup"]),
            later("files", laterScreens["/files"]),
            { path: "queue", Component: FormerFiles },
            later("data/:tab?", laterScreens["/data"]),
            { path: "portal/:tab?", Component: FormerPortal },
            later("log", laterScreens["/log"]),
            { path: "journal", Component: FormerJournal },
            later("help/*", laterScreens["/help"]),
            later("settings/*", laterScreens["/settings"]),
            { path: "*", Component: NoSuchPage },
          ],
        },
      ],
    },
    {
      path: "/setup",
      Component: SheetFrame,
      ErrorBoundary: PageProblem,
      children: [{ ErrorBoundary: PageProblem, children: [later(":step?", laterScreens["/setup"])] }],
    },
  ]);
}

/** The former address of the files, which links in mails and bookmarks keep; with what it asks for. */
function FormerFiles() {
  return <Navigate to={{ pathname: "/files", search: useLocation().search }} replace />;
}

/** The former address of the log, whose words are those of its files. */
function FormerJournal() {
  const words = new URLSearchParams(useLocation().search);
  words.set("view", "files");
  return <Navigate to={{ pathname: "/log", search: `?${words}` }} replace />;
}

/** The former address of the portal's data. */
function FormerPortal() {
  const { tab } = useParams();
  const pathname = tab === undefined ? "/data" : `/data/${tab}`;
  return <Navigate to={{ pathname, search: useLocation().search }} replace />;
}
