import { say } from "#base/say.ts";
import { bytesText, dateText } from "#base/text.ts";
import { sayNodes } from "#renderer/components/said.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./settings.module.css";

/** Disk space that the files of the program itself take. */
export function StorageNow() {
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
