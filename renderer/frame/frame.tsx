import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useLanguageOfSettings } from "#renderer/store/use-language-of-settings.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { DropArea } from "./drop-area.tsx";
import styles from "./frame.module.css";
import { HeadlineBar } from "./headline-bar.tsx";
import { LinkBanner } from "./link-banner.tsx";
import { Rail } from "./rail.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useAskBeforeLeaving } from "./use-unsaved.ts";

/** Frame of every page: the rail, the headline, and what stops the sending. */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  useAskBeforeLeaving();
  useLanguageOfSettings();
  return (
    <div className={styles.frame}>
      <Shortcuts />
      <DropArea />
      <button type="button" className={`${styles.skip} pad-4`} onClick={() => main.current?.focus()}>
        {frameText.skipToContent}
      </button>
      <Rail />
      <div className={`${styles.column} fills shrinks`}>
        <header className={`${styles.top} rigid`}>
          {pathname === "/" ? null : <HeadlineBar />}
          <DemoBanner />
          <LinkBanner />
        </header>
        <div className={`${styles.place} grows`}>
          <main id="main" className={styles.main} ref={main} tabIndex={-1} data-page={pathname}>
            <FirstStart>
              <Outlet />
            </FirstStart>
          </main>
        </div>
      </div>
    </div>
  );
}

/** Leads to the guided setup where the station has never been set up; only from the first page, and only then. */
function FirstStart({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const isFirstPage = pathname === "/";
  const { data: settings, isPending } = useHostQuery("settings.read", {}, { enabled: isFirstPage });
  const { data: status } = useHostQuery("status", {}, { enabled: isFirstPage });
  // A file that was removed while its settings are in force is no first start.
  const isWithout = isFirstPage && status?.instruments.length === 0;
  if (isWithout && settings?.exists === false) return <Navigate to="/setup" replace />;
  // Until it is known why there are none, nothing is said of them.
  return isWithout && isPending ? null : children;
}
