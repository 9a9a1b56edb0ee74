import { NumberInput } from "@mantine/core";
import { bytesText, countText } from "#renderer/components/format.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { FormPanel } from "./form-panel.tsx";
import styles from "./settings.module.css";
import { numberAt, problemOf, type Written, withKeep } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** How much of the past the program keeps on this computer, and what that takes of the disk. */
export function KeptTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, saved, problems } = draft;
  const { keep } = document;
  const { keepDefaults, journalLines, logMB } = saved.form;
  const change = (key: string, value: string | number): void => {
    const changes: Written = { [key]: typeof value === "number" ? value : undefined };
    draft.change(withKeep(document, changes));
  };
  return (
    <FormPanel
      title="What is kept"
      help={
        <>
          <p>
            Which files were delivered, and the portal's confirmation of each, is kept for ever: without it
            they would be sent again.
          </p>
          <p>
            The journal tells what happened to each file, step by step; the logs are for the people who help
            you. Of both the oldest part goes when the limit is reached. The instrument's files are never
            touched.
          </p>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          <NumberInput
            label="Lines of the journal"
            description={`About five for each file; empty: ${countText(Number(keepDefaults.journalLines))}`}
            min={journalLines.least}
            max={journalLines.most}
            step={100_000}
            thousandSeparator=" "
            value={numberAt(keep, "journalLines") ?? ""}
            error={problemOf(problems, "keep.journalLines")}
            onChange={(value) => change("journalLines", value)}
          />
          <NumberInput
            label="Logs"
            description={`All log files together; empty: ${keepDefaults.logMB} MB`}
            suffix=" MB"
            min={logMB.least}
            max={logMB.most}
            value={numberAt(keep, "logMB") ?? ""}
            error={problemOf(problems, "keep.logMB")}
            onChange={(value) => change("logMB", value)}
          />
        </div>
        <KeptNow />
      </div>
    </FormPanel>
  );
}

function KeptNow() {
  const kept = useHostQuery("keeping.read", {}, { everyMs: 10_000 });
  if (kept.data === undefined)
    return <p className="muted">{kept.error?.message ?? "Looking at the disk …"}</p>;
  const { ledgerBytes, journalLines, journalSince, logBytes, limits } = kept.data;
  return (
    <div>
      <p className={styles.label}>On this computer now</p>
      <dl className={styles.facts}>
        <dt>Deliveries and journal</dt>
        <dd className="figures">{bytesText(ledgerBytes)}</dd>
        <dt>Journal</dt>
        <dd className="figures">
          {countText(journalLines)} of {countText(limits.journalLines)} lines
          {journalSince === null ? null : (
            <>
              , since <Moment at={journalSince} />
            </>
          )}
        </dd>
        <dt>Logs</dt>
        <dd className="figures">
          {bytesText(logBytes)} of {limits.logMB} MB
        </dd>
      </dl>
    </div>
  );
}
