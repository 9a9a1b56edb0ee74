import { Button } from "@mantine/core";
import { Link } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { lockAt } from "#renderer/settings-form/locks.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import {
  plainly,
  problemsOfSource,
  type SourceList,
  sourcesOf,
  textAt,
} from "#renderer/settings-form/settings-document.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { usePortalNames } from "#renderer/store/portal-names.ts";
import { settingsText } from "#renderer/text/settings.tsx";

/** Every configured instrument and model with its folder, and what is wrong with it. */
export function InstrumentsTab({ draft }: { readonly draft: SettingsDraft }) {
  const { instruments, portal } = draft.document;
  return (
    <>
      {instruments.length === 0 ? (
        <EmptyState
          title={settingsText.noInstrumentYet}
          action={
            <Button component={Link} to={portal === null ? "/setup" : "/settings/instruments/new"}>
              {portal === null ? settingsText.startTheSetup : settingsText.sources.instruments.add}
            </Button>
          }
        >
          {settingsText.whatAnInstrumentIs}
        </EmptyState>
      ) : (
        <Sources draft={draft} list="instruments" />
      )}
      {portal === null ? null : <Sources draft={draft} list="models" />}
    </>
  );
}

function Sources({ draft, list }: { readonly draft: SettingsDraft; readonly list: SourceList }) {
  const sources = sourcesOf(draft.document, list);
  const text = settingsText.sources[list];
  const siteOf = usePortalNames("portal.sites");
  const typeOf = usePortalNames(list === "models" ? "portal.models" : "portal.instrumentTypes");
  return (
    <Panel
      title={text.title}
      isFlush={sources.length > 0}
      aside={
        lockAt(draft, list) !== null ? null : (
          <Button
            component={Link}
            to={`/settings/${list}/new`}
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
          >
            {text.add}
          </Button>
        )
      }
    >
      {sources.length === 0 ? <p className="note">{settingsText.noModelFiles}</p> : null}
      <ul className="plain">
        {sources.map((source, index) => {
          const problem = problemsOfSource(draft.problems, `${list}[${index}]`)[0];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an instrument is known by its place in the file
            <li key={index}>
              <Link className={`${styles.item} row gap-12 choosable`} to={`/settings/${list}/${index}`}>
                <StateShape
                  shape={problem === undefined ? "done" : "problem"}
                  label={problem === undefined ? "in use" : settingsText.hasAProblem}
                />
                <span className={`${styles.source} grows breaks`}>
                  <strong>{textAt(source, "name") || "No name"}</strong>{" "}
                  <span className="muted">
                    {whatAndWhere(
                      typeOf(textAt(source, list === "models" ? "model" : "instrument")),
                      siteOf(textAt(source, "site")),
                    )}
                  </span>{" "}
                  <span className="mono muted">
                    {textAt(source, "folder")} · {textAt(source, "pattern")}
                  </span>
                  {problem === undefined ? null : <span>{plainly(problem.message)}</span>}
                </span>
                <Icon name="right" size={16} />
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** Nothing while the names are asked for. */
function whatAndWhere(type: string | null, site: string | null): string {
  return type === null || site === null ? "" : `${type} at ${site}`;
}
