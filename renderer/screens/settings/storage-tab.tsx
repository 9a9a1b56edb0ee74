import { NumberInput } from "@mantine/core";
import { bytesText, countText, dateText } from "#base/text.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import styles from "#renderer/settings-form/settings.module.css";
import { numberAt, problemOf, type Written, withKeep } from "#renderer/settings-form/settings-document.ts";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";

/** How much history is kept on this PC, and the disk space that it takes. */
export function StorageTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, saved, problems } = draft;
  const { keep } = document;
  const { keepDefaults, journalLines, logMB } = saved.form;
  const change = (key: string, value: string | number): void => {
    const changes: Written = { [key]: typeof value === "number" ? value : undefined };
    draft.change(withKeep(document, changes));
  };
  return (
    <SettingsPanel title="Storage" lead={[settingsText.deliveriesKept, settingsText.journalAndLogsKept]}>
      <div className={styles.pair}>
        <NumberInput
          label={settingsLabels["keep.journalLines"]}
          description={settingsText.journalLimitHelp(countText(Number(keepDefaults.journalLines)))}
          min={journalLines.least}
          max={journalLines.most}
          step={100_000}
          thousandSeparator=" "
          value={numberAt(keep, "journalLines") ?? ""}
          error={problemOf(problems, "keep.journalLines")}
          onChange={(value) => change("journalLines", value)}
        />
        <NumberInput
          label={settingsLabels["keep.logMB"]}
          description={settingsText.logLimitHelp(Number(keepDefaults.logMB))}
          suffix=" MB"
          min={logMB.least}
          max={logMB.most}
          value={numberAt(keep, "logMB") ?? ""}
          error={problemOf(problems, "keep.logMB")}
          onChange={(value) => change("logMB", value)}
        />
      </div>
      <StorageNow />
    </SettingsPanel>
  );
}

function StorageNow() {
  const kept = useHostQuery("retention.read", {}, { everyMs: 10_000 });
  if (kept.data === undefined)
    return <p className="muted">{kept.error?.message ?? settingsText.checkingTheDisk}</p>;
  const { ledgerBytes, journalLines, journalSince, logBytes, limits } = kept.data;
  return (
    <div>
      <p className={styles.label}>{settingsText.onThisPcNow}</p>
      <dl className={styles.facts}>
        <dt>{settingsText.deliveriesAndJournal}</dt>
        <dd className="numbers">{bytesText(ledgerBytes)}</dd>
        <dt>Journal</dt>
        <dd className="numbers">
          {countText(journalLines)} of {countText(limits.journalLines)} lines
          {journalSince === null ? "" : `, since ${dateText(journalSince.slice(0, 10), Date.now())}`}
        </dd>
        <dt>Logs</dt>
        <dd className="numbers">
          {bytesText(logBytes)} of {limits.logMB} MB
        </dd>
      </dl>
    </div>
  );
}
