import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { dateText } from "#base/text.ts";
import { instrumentRows } from "#domain/instrument-rows.ts";
import { Panel } from "#renderer/components/panel.tsx";
import type { InstrumentStatusShown } from "#renderer/model/instrument-words.ts";
import { policyWords } from "#renderer/settings-form/finish-fields.tsx";
import { NameAsRead } from "#renderer/settings-form/name-as-read.tsx";
import {
  PatternCounts,
  TestedFiles,
  typedEveryMs,
  usePatternTest,
} from "#renderer/settings-form/pattern-tester.tsx";
import { objectAt, textAt, type Written } from "#renderer/settings-form/settings-document.ts";
import { instrumentText } from "#renderer/text/instrument.tsx";
import styles from "./instrument.module.css";
import { InstrumentFact } from "./instrument-facts.tsx";
import { useSource } from "./use-source.ts";

/** Files that its settings take of the folder, in short, and file by file when that is asked for; its form says the rest. */
export function Watched({ instrument }: { readonly instrument: InstrumentStatusShown }) {
  const known = useSource(instrument);
  return known === null ? null : <WatchedSource {...known} />;
}

/** How often the folder is looked at for the counts alone. */
const countsEveryMs = 60_000;

interface WatchedSourceProps {
  readonly source: Written;
  readonly route: string;
}

function WatchedSource({ source, route }: WatchedSourceProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = usePatternTest(source, isOpen ? typedEveryMs : countsEveryMs);
  const since = textAt(source, "since");
  const pattern = textAt(source, "pattern");
  const hasFiles = data?.folder.exists === true && data.total > 0;
  return (
    <Panel title={instrumentText.watched} aside={<Link to={route}>{instrumentText.change}</Link>}>
      <dl className={`${styles.facts} wraps starts`}>
        <InstrumentFact label={say(instrumentRows.pattern.label)}>
          <span className="mono breaks">{pattern}</span>
        </InstrumentFact>
        <InstrumentFact label={say(instrumentRows.finish.label)}>
          {policyWords(textAt(objectAt(source, "finish"), "policy"))}
        </InstrumentFact>
        {since === "" ? null : (
          <InstrumentFact label={say(instrumentRows.since.label)}>
            {dateText(since, Date.now())}
          </InstrumentFact>
        )}
        <InstrumentFact label={instrumentText.inTheFolder}>
          {error !== null ? (
            error.message
          ) : data === undefined ? (
            "…"
          ) : data.folder.exists ? (
            <PatternCounts tested={data} />
          ) : (
            data.folder.message
          )}
        </InstrumentFact>
      </dl>
      {hasFiles ? (
        <Button
          className={styles.fold ?? ""}
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? instrumentText.hideEachFile : instrumentText.showEachFile}
        </Button>
      ) : null}
      {hasFiles && isOpen ? (
        <div className="gap-12 above-8 stack">
          <NameAsRead tested={data} pattern={pattern} />
          <TestedFiles tested={data} asksWhyNot />
        </div>
      ) : null}
    </Panel>
  );
}
