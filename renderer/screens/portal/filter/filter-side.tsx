import { ActionIcon, Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
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
}

/** The filters in a column of their own, which can be folded; a narrow window has them behind a button. */
export function FilterSide({
  view,
  children,
  isFolded = false,
}: FilterSideProps & { readonly isFolded?: boolean }) {
  const [isOpen, { toggle }] = useDisclosure(!isFolded);
  return (
    <section className={`${isOpen ? styles.filters : styles.folded} surface`} aria-label="Filters">
      <header className={styles.filterHead}>
        {isOpen ? <h2>Filters</h2> : null}
        <ActionIcon
          size="sm"
          aria-label={isOpen ? portalText.hideTheFilters : portalText.showTheFilters}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Icon name={isOpen ? "left" : "right"} size={14} />
        </ActionIcon>
      </header>
      {isOpen ? <FilterBody view={view}>{children}</FilterBody> : null}
    </section>
  );
}

function FilterBody({ view, children }: FilterSideProps) {
  return (
    <>
      {children ? <div className={styles.kind}>{children}</div> : null}
      <FilterForm view={view} />
    </>
  );
}

/** Opens the filters where the window is too narrow for their column. */
export function FilterButton({ view, children }: FilterSideProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const count = chipsOf(view.listing, view.filter, (_, id) => id, 0).length;
  return (
    <>
      <Button
        className={styles.filterButton}
        size="compact-sm"
        variant="default"
        onClick={open}
        leftSection={<Icon name="settings" size={14} />}
      >
        Filters ({count})
      </Button>
      <Drawer opened={isOpen} onClose={close} title="Filters" size={320}>
        <FilterBody view={view}>{children}</FilterBody>
      </Drawer>
    </>
  );
}
