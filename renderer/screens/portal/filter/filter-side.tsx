import { ActionIcon, Button, Drawer } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { Icon } from "#renderer/components/icon.tsx";
import styles from "#renderer/screens/portal/list/list.module.css";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { portalText } from "#renderer/text/portal.ts";
import { chipsOf } from "./chips.ts";
import { FilterForm } from "./filter-form.tsx";

interface FilterSideProps {
  readonly view: PortalView;
  /** Shown above the filters. */
  readonly children?: ReactNode;
  /** They are folded until somebody opens them. */
  readonly isFolded?: boolean;
}

/** Whether the column of the filters is there, as the address says it. */
function useFolding({ word, setWord }: PortalView, isFolded: boolean) {
  const said = word("filters");
  return {
    isOpen: said === null ? !isFolded : said === "open",
    fold: (next: "open" | "folded") => setWord("filters", next),
  };
}

/** The filters in a column of their own. Folded, and in a narrow window, they are behind a button that says so (`FilterButton`). */
export function FilterSide({ view, children, isFolded = false }: FilterSideProps) {
  const { isOpen, fold } = useFolding(view, isFolded);
  if (!isOpen) return null;
  return (
    <section className={`${styles.filters} roomy pad rigid surface`} aria-label={say("Filters")}>
      <header className={`${styles.filterHead} row spread`}>
        <h2>{say("Filters")}</h2>
        <ActionIcon size="sm" aria-label={portalText.hideTheFilters} onClick={() => fold("folded")}>
          <Icon name="left" size={14} />
        </ActionIcon>
      </header>
      <FilterBody view={view}>{children}</FilterBody>
    </section>
  );
}

function FilterBody({ view, children }: Omit<FilterSideProps, "isFolded">) {
  return (
    <>
      {children ? <div className="below-12">{children}</div> : null}
      <FilterForm view={view} />
    </>
  );
}

/** Opens the filters: their column, or in a narrow window a drawer. */
export function FilterButton({ view, children, isFolded = false }: FilterSideProps) {
  const [isDrawn, { open, close }] = useDisclosure();
  const { isOpen, fold } = useFolding(view, isFolded);
  const isNarrow = useMediaQuery("(max-width: 1000px)", false, { getInitialValueInEffect: false });
  const count = chipsOf(view.listing, view.filter, (_, id) => id, 0).length;
  if (isOpen && !isNarrow) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => (isNarrow ? open() : fold("open"))}
        leftSection={<Icon name="settings" size={14} />}
      >
        {portalText.filtersWith(count)}
      </Button>
      <Drawer opened={isDrawn} onClose={close} title={say("Filters")} size={320}>
        <FilterBody view={view}>{children}</FilterBody>
      </Drawer>
    </>
  );
}
