import { Button } from "@mantine/core";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { type InstrumentState, instrumentState } from "#renderer/model/instrument-words.ts";
import { problemText } from "#renderer/settings-form/field-names.ts";
import { isUnknownPid } from "#renderer/settings-form/instrument-choices.ts";
import { useListsInForce } from "#renderer/settings-form/lists-in-force.ts";
import { lockAt } from "#renderer/settings-form/locks.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import {
  ofName,
  problemsOfSource,
  type SettingsProblemShown,
  type SourceList,
  sourcesOf,
  textAt,
} from "#renderer/settings-form/settings-document.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { usePortalNames, useShortTypeNames } from "#renderer/store/portal-names.ts";
import { settingsText } from "#renderer/text/settings.tsx";

/** Every configured instrument and model with its folder and its state, those first that have to be corrected. */
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
  const modelOf = usePortalNames("portal.models");
  const typeOf = useShortTypeNames();
  const { records } = useListsInForce();
  const stateOf = useStates();
  const rows = sources
    .map((source, index) => {
      const [problem] = problemsOfSource(draft.problems, `${list}[${index}]`);
      const isUnknown =
        list === "instruments" && isUnknownPid(records ?? [], textAt(source, "site"), textAt(source, "pid"));
      const name = textAt(source, "name");
      const wrong =
        problem !== undefined ? problemHere(problem, name) : isUnknown ? settingsText.noSuchInstrument : null;
      return { source, index, name, wrong };
    })
    .toSorted((one, other) => Number(other.wrong !== null) - Number(one.wrong !== null));
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
        {rows.map(({ source, index, name, wrong }) => {
          const what = whatAndWhere(
            list === "models" ? modelOf(textAt(source, "model")) : typeOf(textAt(source, "instrument")),
            siteOf(textAt(source, "site")),
          );
          const files = `${textAt(source, "folder")} · ${textAt(source, "pattern")}`;
          const state = wrong === null ? stateOf(name) : null;
          const said = wrong ?? (state?.shape === "problem" ? state.words : null);
          return (
            <li key={index}>
              <Link className={`${styles.item} row gap-12 choosable`} to={`/settings/${list}/${index}`}>
                <StateShape
                  shape={state?.shape ?? "problem"}
                  label={state?.words ?? settingsText.hasAProblem}
                />
                <span className={`${styles.source} grows`}>
                  <strong className="breaks">{name || say("No name")}</strong>{" "}
                  <span className="clipped muted" title={what}>
                    {what}
                  </span>{" "}
                  <span className="clipped mono muted" title={files}>
                    {files}
                  </span>
                  {said === null ? null : <span className="breaks">{said}</span>}
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

/** A problem beside the name of its entry, which it need not repeat. */
function problemHere({ key, message }: SettingsProblemShown, name: string): string {
  return problemText({ key, message: message.replace(ofName(name), "") });
}

/** Gives the state of what is watched as Today shows it; of an entry that is not in force yet, none. */
function useStates(): (name: string) => InstrumentState {
  const { data: status } = useHostQuery("status", {});
  const { data: activity } = useHostQuery("activity", {});
  return (name) => {
    const isOfName = (one: { readonly name: string }) => one.name === name;
    const instrument = status?.instruments.find(isOfName);
    if (status === undefined || instrument === undefined) return { shape: "idle", words: "" };
    return instrumentState(instrument, activity?.instruments.find(isOfName), status);
  };
}

/** Nothing while the names are asked for. */
function whatAndWhere(type: string | null, site: string | null): string {
  return type === null || site === null ? "" : site === "" ? type : say("{type} at {site}", { type, site });
}
