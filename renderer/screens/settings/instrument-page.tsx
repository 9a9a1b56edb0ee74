import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { isRealDate } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { focusPage } from "#renderer/components/focus-page.ts";
import { Panel } from "#renderer/components/panel.tsx";
import { InstrumentForm } from "#renderer/settings-form/instrument-form.tsx";
import { lockAt } from "#renderer/settings-form/locks.tsx";
import { PatternTester } from "#renderer/settings-form/pattern-tester.tsx";
import { PlanCard } from "#renderer/settings-form/plan-card.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import {
  freshInstrument,
  problemsOfSource,
  type SourceList,
  sourcesOf,
  textAt,
  type Written,
  withoutSource,
  withSource,
  withSourceBack,
} from "#renderer/settings-form/settings-document.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useSettled } from "#renderer/store/use-settled.ts";
import { backlogText } from "#renderer/text/backlog.tsx";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";

interface SourcePageProps {
  readonly draft: SettingsDraft;
  readonly list: SourceList;
}

/** Page of an instrument or model: its form, and beside it what its pattern takes of the real folder. */
export function SourcePage({ draft, list }: SourcePageProps) {
  const { index: at = "" } = useParams();
  return <OneSource key={`${list} ${at}`} at={at} draft={draft} list={list} />;
}

function OneSource({ at, draft, list }: SourcePageProps & { readonly at: string }) {
  const sources = sourcesOf(draft.document, list);
  const isNew = at === "new";
  // A new one joins the draft with the first field that is filled in, and stays at its place then.
  const [index] = useState(isNew ? sources.length : Number(at));
  const source = sources[index] ?? (isNew ? freshInstrument : null);
  const text = settingsText.sources[list];
  if (source === null)
    return <EmptyState title={text.notFound}>{settingsText.instrumentNotFoundHelp}</EmptyState>;
  const place = `${list}[${index}]`;
  const change = (next: Written) => draft.change(withSource(draft.document, list, index, next));
  return (
    <div className={`${styles.split} gap-16`}>
      <Panel
        title={textAt(source, "name") || text.fresh}
        aside={isNew ? null : <Remove draft={draft} list={list} index={index} />}
      >
        <InstrumentForm
          instrument={source}
          isModel={list === "models"}
          problems={problemsOfSource(draft.problems, place)}
          keyPrefix={place}
          isFresh={isNew}
          form={draft.saved.form}
          lock={(key) => lockAt(draft, `${place}.${key}`)}
          onChanged={change}
          afterSource={<OtherPid draft={draft} list={list} index={index} source={source} />}
          afterSince={
            isSinceBefore(source, savedAs(draft, list, index, source)) ? (
              <NewBacklog source={source} portal={draft.saved.document.portal} />
            ) : null
          }
        />
      </Panel>
      <Panel title={commonText.filesInFolder}>
        <PatternTester instrument={source} onPattern={(pattern) => change({ ...source, pattern })} />
      </Panel>
    </div>
  );
}

/** The same instrument as it is in force; null for a new one. */
function savedAs({ saved }: SettingsDraft, list: SourceList, index: number, { name }: Written) {
  const before = sourcesOf(saved.document, list);
  return before.find((one) => one.name === name) ?? before[index] ?? null;
}

interface OtherPidProps extends Omit<SourcePageProps, "list"> {
  readonly list: SourceList;
  readonly index: number;
  readonly source: Written;
}

/** Another PID than is in force: what that means for the files, whether it was wrong or is another device's. */
function OtherPid({ draft, list, index, source }: OtherPidProps) {
  const navigate = useNavigate();
  const saved = savedAs(draft, list, index, source);
  const [pid, before] = [textAt(source, "pid"), textAt(saved, "pid")];
  if (saved === null || before === "" || pid === "" || pid === before) return null;
  const addOwn = () => {
    const { site, instrument } = saved;
    const kept = withSource(draft.document, list, index, { ...source, site, instrument, pid: before });
    const added = sourcesOf(kept, list).length;
    const own = { ...freshInstrument, site: source.site, instrument: source.instrument, pid };
    draft.change(withSource(kept, list, added, own));
    void navigate(`/settings/${list}/${added}`);
    focusPage();
  };
  return (
    <section className="stack gap-4" aria-label={settingsText.otherPid}>
      <h3>{settingsText.otherPid}</h3>
      <p>{settingsText.pidWasWrong}</p>
      <p>{settingsText.otherDevice}</p>
      <Button size="compact-sm" variant="default" onClick={addOwn}>
        {settingsText.addAsItsOwn}
      </Button>
    </section>
  );
}

/** Older files than until now would be sent. */
function isSinceBefore(source: Written, saved: Written | null): boolean {
  const [now, before] = [textAt(source, "since"), textAt(saved, "since")];
  return before !== "" && now < before && (now === "" || isRealDate(now));
}

interface NewBacklogProps {
  readonly source: Written;
  readonly portal: Written | null;
}

/** Plan of the files that an earlier start date adds, before it is saved. */
function NewBacklog({ source, portal }: NewBacklogProps) {
  const settled: Written = JSON.parse(useSettled(JSON.stringify(source), 500));
  return (
    <section className="stack gap-4" aria-label={backlogText.plan}>
      <h3>{backlogText.plan}</h3>
      <PlanCard
        question={{ instruments: [settled] }}
        since={textAt(settled, "since") || null}
        portal={portal}
      />
    </section>
  );
}

function Remove({ draft, list, index }: SourcePageProps & { readonly index: number }) {
  const navigate = useNavigate();
  const remove = () => {
    const source = sourcesOf(draft.document, list)[index];
    if (source === undefined) return;
    const message = settingsText.sourceRemoved(textAt(source, "name") || settingsText.sources[list].fresh);
    void navigate("/settings/instruments");
    focusPage();
    draft.takeOut(withoutSource(draft.document, list, index), message, (now) =>
      withSourceBack(now, list, index, source),
    );
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      disabled={lockAt(draft, `${list}[${index}]`) !== null}
      onClick={remove}
    >
      {say("Remove")}
    </Button>
  );
}
