import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { frameText } from "#renderer/text/frame.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { FirstStart } from "./first-start.tsx";
import styles from "./frame.module.css";
import { HeadlineBar } from "./headline-bar.tsx";
import { HoldBanners } from "./hold-banners.tsx";
import { LinkBanner } from "./link-banner.tsx";
import { Rail } from "./rail.tsx";
import { useAskBeforeLeaving } from "./use-unsaved.ts";

/** What surrounds every page: the rail, the headline, and what stops the sending. */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  useAskBeforeLeaving();
  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {frameText.skipPage}
      </button>
      <Rail />
      <div className={styles.column}>
        <header className={styles.top}>
          <HeadlineBar />
          <DemoBanner />
          <LinkBanner />
          <HoldBanners />
        </header>
        <div className={styles.place}>
          <main id="main" className={styles.main} ref={main} tabIndex={-1} data-page={pathname}>
            <FirstStart />
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  );
}
