import { Button } from "@mantine/core";
import { Link } from "react-router";
import { bytesText, countText, dateText } from "#base/text.ts";
import { sectionFields } from "#renderer/settings-form/setting-field.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import { SettingLine, SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";

/** How much history is kept on this PC, and the disk space that it takes. */
export function StorageTab({ draft }: { readonly draft: SettingsDraft }) {
  const field = sectionFields(draft, "keep");
  return (
    <SettingsPanel
      title="Storage"
      help="settings#disk-space"
      lead={[settingsText.deliveriesKept, settingsText.journalAndLogsKept]}
    >
      {field("journalLines")}
      {field("logMB")}
      <SettingLine label={settingsText.onThisPcNow}>{() => <StorageNow />}</SettingLine>
      <SettingLine label={settingsText.instrumentFiles} help={settingsText.freeADiskHelp}>
        {() => (
          <div>
            <Button component={Link} to="/cleanup" variant="default">
              {settingsText.freeADisk}
            </Button>
          </div>
        )}
      </SettingLine>
    </SettingsPanel>
  );
}

function StorageNow() {
  const kept = useHostQuery("retention.read", {}, { everyMs: 10_000 });
  if (kept.data === undefined)
    return <p className="muted">{kept.error?.message ?? settingsText.checkingTheDisk}</p>;
  const { ledgerBytes, journalLines, journalSince, logBytes, limits } = kept.data;
  return (
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
  );
}
