import { useEffect, useRef } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";
import { BoatMark } from "#renderer/components/mark.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import styles from "./frame.module.css";
import { LinkBanner } from "./link-banner.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useAskBeforeLeaving } from "./use-unsaved.ts";

/** Frame of a page that is one sheet: no rail, no headline, one way out. */
export function SheetFrame() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const { data: settings } = useHostQuery("settings.read", {});
  const { data: demo } = useHostQuery("demo.state", {}, { staleMs: Number.POSITIVE_INFINITY });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  useAskBeforeLeaving();
  // The desktop's window follows to the demo that was started here: there is something to see on Today.
  if (demo?.kind === "inside") return <Navigate to="/" replace />;
  return (
    <div className={`${styles.column} fills`}>
      <Shortcuts />
      <header className={`${styles.top} rigid`}>
        <LinkBanner />
        <div className={`${styles.mast} row text-head`}>
          <BoatMark size={26} />
          <span>Skyferry</span>
          {settings === undefined ? null : settings.exists ? (
            <Link className="pushed" to="/">
              {frameText.backToToday}
            </Link>
          ) : (
            <Link className="pushed" to="/settings">
              {frameText.useSettingsInstead}
            </Link>
          )}
        </div>
      </header>
      <main id="main" className={`${styles.main} grows`} ref={main} tabIndex={-1} data-page={pathname}>
        <Outlet />
      </main>
    </div>
  );
}
