import { Suspense } from "react";
import { HashRouter, Navigate, Outlet, Route, Routes, useLocation, useParams } from "react-router";
import { Frame } from "./frame/frame.tsx";
import { LaterPage } from "./frame/later-page.tsx";
import { NoSuchPage } from "./frame/no-such-page.tsx";
import { PageProblem } from "./frame/page-problem.tsx";
import { SheetFrame } from "./frame/sheet-frame.tsx";
import { TodayScreen } from "./screens/today/today-screen.tsx";
import { laterScreens } from "./screens.ts";

/** Every page by its address behind `#`; all but the first are loaded when they are opened. */
export function Pages() {
  const later = (load: keyof typeof laterScreens) => <LaterPage load={laterScreens[load]} />;
  const withinFrame = (
    <PageProblem>
      <Suspense>
        <Outlet />
      </Suspense>
    </PageProblem>
  );
  return (
    <HashRouter>
      <PageProblem>
        <Routes>
          <Route path="/" element={<Frame />}>
            <Route element={withinFrame}>
              <Route index element={<TodayScreen />} />
              <Route path="today" element={<Navigate to="/" replace />} />
              <Route path="station" element={<Navigate to="/" replace />} />
              <Route path="coverage" element={later("/coverage")} />
              <Route path="instruments" element={later("/instruments")} />
              <Route path="report" element={later("/report")} />
              <Route path="cleanup" element={later("/cleanup")} />
              <Route path="files" element={later("/files")} />
              <Route path="queue" element={<FormerFiles />} />
              <Route path="data/:tab?" element={later("/data")} />
              <Route path="portal/:tab?" element={<FormerPortal />} />
              <Route path="log" element={later("/log")} />
              <Route path="journal" element={<FormerJournal />} />
              <Route path="help/*" element={later("/help")} />
              <Route path="settings/*" element={later("/settings")} />
              <Route path="*" element={<NoSuchPage />} />
            </Route>
          </Route>
          <Route path="/setup" element={<SheetFrame />}>
            <Route element={withinFrame}>
              <Route path=":step?" element={later("/setup")} />
            </Route>
          </Route>
        </Routes>
      </PageProblem>
    </HashRouter>
  );
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
