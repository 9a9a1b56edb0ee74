import { Button } from "@mantine/core";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { bytesText, dateText } from "#base/text.ts";
import { sayNodes } from "#renderer/components/said.ts";
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
      title={say("Storage")}
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
      <dt>{say("Journal")}</dt>
      <dd className="numbers">
        {journalSince === null
          ? sayNodes("{journalLines} of {journalLines2} lines", {
              journalLines,
              journalLines2: limits.journalLines,
            })
          : sayNodes("{journalLines} of {journalLines2} lines, since {slice}", {
              journalLines,
              journalLines2: limits.journalLines,
              slice: dateText(journalSince.slice(0, 10), Date.now()),
            })}
      </dd>
      <dt>{say("Logs")}</dt>
      <dd className="numbers">
        {sayNodes("{logBytes} of {logMB} MB", { logBytes: bytesText(logBytes), logMB: limits.logMB })}
      </dd>
    </dl>
  );
}
