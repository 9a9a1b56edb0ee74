import type { ReactNode } from "react";
import { Link } from "react-router";
import { addDays, todayUtc } from "#base/dates.ts";
import { absoluteDate, bytesText, countText, dateText } from "#base/text.ts";
import { type CleanupFound, keptByReason } from "#contract/cleanup-lists.ts";
import { monthInWords } from "#domain/calendar-month.ts";
import { InstrumentFolders } from "#renderer/components/instrument-folders.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useNow } from "#renderer/components/use-now.ts";
import { StorageNow } from "#renderer/settings-form/storage-now.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { cleanupText } from "#renderer/text/cleanup-text.ts";
import styles from "./cleanup.module.css";
import type { Choice } from "./cleanup-choice.tsx";
import { type KeptEnd, keptByEnd } from "./kept-until.ts";
import { monthsFound, oldEnoughOn, youngMonths } from "./old-enough.ts";

const yearDays = 365;
/** More of them are as high as the rules and what stands below. */
const fewMonths = 4;
/** So many are told of those to wait for, oldest first. */
const mostMonths = 3;

/** Before a check: what is here by month and when it is old enough, by what a file is judged, and what Skyferry takes itself. */
export function CleanupOutlook({ choice, isAsked }: { readonly choice: Choice; readonly isAsked: boolean }) {
  const nowMs = useNow();
  const today = todayUtc(nowMs);
  const from = `${addDays(today, -yearDays).slice(0, 7)}-01`;
  const { data, error } = useHostQuery(
    "coverage.days",
    { from, to: today, instrument: choice.instrument },
    { keepsPrevious: true, staleMs: 60_000 },
  );
  const months = monthsFound(data?.days ?? []);
  const ofToday = dateText(addDays(today, choice.olderThanDays + 1), nowMs);
  const isLong = months.length > fewMonths;
  const own = (
    <Panel
      title={cleanupText.ownFiles}
      aside={<Link to="/settings/storage">{cleanupText.ownFilesSettings}</Link>}
    >
      <StorageNow />
    </Panel>
  );
  return (
    <div className={`${styles.answer} gap-16`}>
      {error !== null ? (
        <Panel title={cleanupText.byAge}>{error.message}</Panel>
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : months.length > 0 ? (
        <div className="stack gap-16">
          <FoundMonths months={months} today={today} olderThanDays={choice.olderThanDays} isAsked={isAsked} />
          {isLong ? null : own}
        </div>
      ) : (
        <div className="stack gap-16">
          <Panel title={cleanupText.noFile}>
            <p>{cleanupText.noFileHelp}</p>
            <p className="note">{cleanupText.ofTodayOn(ofToday)}</p>
            <div className="above-8">
              <InstrumentFolders only={choice.instrument} />
            </div>
          </Panel>
          {own}
        </div>
      )}
      <div className="stack gap-16">
        <Panel title={cleanupText.rulesTitle}>
          <ul className="plain ruled">
            {cleanupText.rules(choice.olderThanDays, choice.require).map((rule) => (
              <li key={rule} className="lines">
                {rule}
              </li>
            ))}
          </ul>
        </Panel>
        {isLong ? own : null}
      </div>
    </div>
  );
}

interface FoundMonthsProps {
  readonly months: ReturnType<typeof monthsFound>;
  readonly today: string;
  readonly olderThanDays: number;
  /** A check has found none of them any more. */
  readonly isAsked: boolean;
}

/** Months of the last year with files, and when each is old enough. */
function FoundMonths({ months, today, olderThanDays, isAsked }: FoundMonthsProps) {
  return (
    <Panel title={cleanupText.byAge} isFlush>
      <table className={styles.months}>
        <thead>
          <tr className="muted">
            <th>{cleanupText.groupings.month}</th>
            <th className="text-right">{cleanupText.found}</th>
            <th className={`${styles.beside} text-right`}>{cleanupText.require}</th>
            <th className={`${styles.beside} text-right`}>{cleanupText.processed}</th>
            <th>{cleanupText.isOldEnough}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, measured, accepted, processed }) => {
            const on = oldEnoughOn(month, olderThanDays);
            return (
              <tr key={month}>
                <th scope="row">{monthInWords(month)}</th>
                {[measured, accepted, processed].map((count, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a figure is its column
                  <td key={at} className={`numbers text-right ${at === 0 ? "" : styles.beside}`}>
                    {count === null ? "–" : countText(count)}
                  </td>
                ))}
                <td>{on <= today ? cleanupText.oldNow : cleanupText.oldOn(absoluteDate(on))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="pad-12 note">{isAsked ? cleanupText.noneHere : cleanupText.byAgeNote}</p>
    </Panel>
  );
}

/** Says what has to happen before any file may be removed, and when it does. */
export function CleanupLater({
  found,
  olderThanDays,
}: {
  readonly found: CleanupFound;
  readonly olderThanDays: number;
}) {
  const nowMs = useNow();
  const young = youngMonths(found.months).slice(0, mostMonths);
  const helpOf: Readonly<Record<KeptEnd, ReactNode>> = {
    age: young.map((month) => (
      <span key={month}>
        {cleanupText.oldEnough(monthInWords(month), dateText(oldEnoughOn(month, olderThanDays), nowMs))}{" "}
      </span>
    )),
    portal: cleanupText.laterPortal,
    files: <Link to="/files">{cleanupText.laterFiles}</Link>,
    coverage: <Link to="/coverage">{cleanupText.laterCoverage}</Link>,
    never: cleanupText.laterNever,
  };
  return (
    <Panel title={cleanupText.later}>
      <ul className="plain ruled">
        {keptByEnd(keptByReason(found.months)).map(({ end, files, bytes }) => (
          <li key={end} className="lines">
            <p className="row spread">
              {cleanupText.laterEnds[end]}
              <span className="row gap-16 numbers muted unbroken">
                {bytesText(bytes)}
                <span>{sayNodes("{files, plural, one {# file} other {# files}}", { files })}</span>
              </span>
            </p>
            <p className="note">{helpOf[end]}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
