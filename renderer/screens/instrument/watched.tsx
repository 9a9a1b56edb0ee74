import { Link } from "react-router";
import { dateText } from "#base/text.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import { Panel } from "#renderer/components/panel.tsx";
import { policyWords } from "#renderer/screens/settings/finish-fields.tsx";
import { PatternCounts, usePatternTest } from "#renderer/screens/settings/pattern-tester.tsx";
import { objectAt, textAt, type Written } from "#renderer/screens/settings/settings-document.ts";
import type { InstrumentStatus } from "#renderer/screens/today/instrument-words.ts";
import { instrumentText } from "#renderer/text/instrument.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./instrument.module.css";
import { Fact } from "./instrument-facts.tsx";
import { useSource } from "./use-source.ts";

/** What its settings take of the folder, in short; its form says the rest. */
export function Watched({ instrument }: { readonly instrument: InstrumentStatus }) {
  const known = useSource(instrument);
  if (known === null) return null;
  const { source, route } = known;
  const since = textAt(source, "since");
  return (
    <Panel title={instrumentText.watched} aside={<Link to={route}>{instrumentText.change}</Link>}>
      <dl className={styles.watched}>
        <Fact label={settingsLabels.pattern}>
          <span className={`${styles.folder} mono`}>{textAt(source, "pattern")}</span>
        </Fact>
        <Fact label={settingsLabels.finish}>{policyWords(textAt(objectAt(source, "finish"), "policy"))}</Fact>
        {since === "" ? null : <Fact label={settingsLabels.since}>{dateText(since, Date.now())}</Fact>}
        <Fact label={instrumentText.inTheFolder}>
          <InFolder source={source} />
        </Fact>
      </dl>
    </Panel>
  );
}

/** So often the folder is looked at. */
const everyMs = 60_000;

function InFolder({ source }: { readonly source: Written }) {
  const { data, error } = usePatternTest(source, everyMs);
  if (error !== null) return error.message;
  if (data === undefined) return "…";
  if (!data.folder.exists) return data.folder.message;
  return (
    <>
      <PatternCounts tested={data} />
      {data.isCut ? <p className="muted">{settingsText.previewIsPartial}</p> : null}
    </>
  );
}
