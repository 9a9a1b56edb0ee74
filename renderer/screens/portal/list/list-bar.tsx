import { ActionIcon, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { FindField } from "#renderer/components/search-field.tsx";
import { useTypedText } from "#renderer/components/use-typed-text.ts";
import { CountFigure } from "#renderer/screens/portal/count-figure.tsx";
import { DownloadButton } from "#renderer/screens/portal/downloads/download-button.tsx";
import { curlOfList, listAddress } from "#renderer/screens/portal/filter/api-query.ts";
import { FilterButton } from "#renderer/screens/portal/filter/filter-side.tsx";
import { ScriptsMenu } from "#renderer/screens/portal/scripts-menu.tsx";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./list.module.css";
import type { ResultRow } from "./rows.ts";
import type { ChosenFiles } from "./use-choice.ts";

interface ListBarProps {
  readonly view: PortalView;
  /** Null while nobody knows. */
  readonly found: number | null;
  readonly shown: readonly ResultRow[];
  readonly isAsking: boolean;
  readonly choice: ChosenFiles;
  readonly askAgain: () => void;
  /** Shown above the filters of a narrow window. */
  readonly kind: ReactNode;
}

/** Number of files that were found, and actions for all of them. */
export function ListBar({ view, found, shown, isAsking, choice, askAgain, kind }: ListBarProps) {
  const { chosen } = choice;
  return (
    <div className="wraps">
      <FilterButton view={view}>{kind}</FilterButton>
      <CountFigure
        count={
          found === null
            ? null
            : shown.length === found
              ? say("{found, plural, one {# file} other {# files}}", { found })
              : say("{length} of {found, plural, one {# file} other {# files}}", {
                  length: shown.length,
                  found,
                })
        }
        isAsking={isAsking}
        title={titleOf(view, shown)}
      />
      <p className={`${styles.count} muted numbers`} role="status">
        {chosen.length === 0 ? "" : portalText.selected(countText(chosen.length))}
      </p>
      {shown.length === 0 ? null : chosen.length === 0 ? (
        <Button size="compact-sm" variant="default" onClick={() => choice.choose(shown)}>
          {portalText.selectAllShown(countText(shown.length))}
        </Button>
      ) : (
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => choice.choose([])}>
            {say("Select none")}
          </Button>
          <DownloadButton rows={chosen} onStarted={() => choice.choose([])} />
        </>
      )}
      <ViewScripts view={view} />
      <ActionIcon
        variant="default"
        size={26}
        aria-label={portalText.reloadFromThePortal}
        onClick={askAgain}
        loading={isAsking}
      >
        <Icon name="retry" size={14} />
      </ActionIcon>
      <Find value={view.word("find") ?? ""} onChange={(text) => view.setWord("find", text)} />
    </div>
  );
}

/** The current view as a question to the portal's read API. */
export function ViewScripts({ view }: { readonly view: PortalView }) {
  const { data: portal } = useHostQuery("portal.address", {}, { staleMs: 60_000 });
  if (portal == null || portal.url === null) return null;
  const address = listAddress(portal.url, view.listing, view.filter);
  return (
    <ScriptsMenu
      items={[
        { label: say("API query"), text: address },
        { label: "curl", text: curlOfList(address) },
      ]}
    />
  );
}

/** Typing must not wait for the address to follow. */
const followMs = 150;

function Find({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useTypedText(value, onChange, followMs);
  return (
    <FindField className={styles.find} label={portalText.findInTheseFiles} typed={typed} onType={setTyped} />
  );
}

/** `Raw files of Hyytiälä`, where all of the list is of one site. */
function titleOf({ listing }: PortalView, shown: readonly ResultRow[]): string {
  const sites = new Set(shown.map(({ siteName }) => siteName));
  const [site = ""] = sites;
  return sites.size === 1
    ? portalText.ofSite(portalText.listings[listing], site)
    : portalText.listings[listing];
}
