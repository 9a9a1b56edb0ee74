import { Button, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { todayUtc } from "#base/dates.ts";
import { capital } from "#base/text.ts";
import type { MonthReportShown } from "#contract/monthly-report.ts";
import { reportHtml } from "#contract/report-html.ts";
import { incompleteRuns } from "#contract/report-words.ts";
import { isRealMonth, monthInWords } from "#domain/calendar-month.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { Page } from "#renderer/components/page.tsx";
import { PendingPage } from "#renderer/components/problem.tsx";
import { saveFile } from "#renderer/components/save-file.ts";
import { reportMonths } from "#renderer/model/report-months.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { usePortalNames } from "#renderer/store/portal-names.ts";
import { useAddress } from "#renderer/store/use-address.ts";
import { reportText } from "#renderer/text/month-report.ts";
import styles from "./report.module.css";
import { InstrumentTable, KeyFigures } from "./report-table.tsx";

/** Lines that fit on paper below twelve instruments. */
const [mostRuns, mostOutages] = [14, 6];

/** Proof of one month, to read and to print. */
export function ReportScreen() {
  const [address, , setWords] = useAddress();
  const months = reportMonths(todayUtc(Date.now()));
  const asked = address.get("month") ?? "";
  const month = isRealMonth(asked) ? asked : (months[1] ?? "");
  const { data: answer, error } = useHostQuery("report", { month }, { staleMs: 0 });
  const siteName = usePortalNames("portal.sites");
  const data = answer && { ...answer, sites: answer.sites.map((one) => siteName(one) ?? one) };
  const choices = months.includes(month) ? months : [month, ...months];
  return (
    <Page
      title={data === undefined ? reportText.ofMonth(monthInWords(month)) : inTitle(data)[0]}
      help="tasks/prove-a-month"
      actions={
        <>
          <NativeSelect
            aria-label={reportText.month}
            className={styles.onScreen ?? ""}
            value={month}
            data={choices.map((one) => ({ value: one, label: monthInWords(one) }))}
            onChange={({ currentTarget }) => setWords({ month: currentTarget.value })}
          />
          <Button
            variant="default"
            disabled={data === undefined}
            leftSection={<Icon name="download" size={16} />}
            onClick={() =>
              data && saveFile(`skyferry-report-${month}.html`, reportHtml(data), "text/html;charset=utf-8")
            }
          >
            {reportText.save}
          </Button>
          <Button disabled={data === undefined} onClick={() => window.print()}>
            {reportText.print}
          </Button>
        </>
      }
    >
      {data === undefined ? (
        <PendingPage title={reportText.notShown} error={error} />
      ) : (
        <Report report={data} />
      )}
    </Page>
  );
}

function Report({ report }: { readonly report: MonthReportShown }) {
  const { sites, portal, asOf, madeAt, files, digest, month, leftOut } = report;
  const runs = incompleteRuns(report).map(({ dates, instrument, reasons }) => [
    dates,
    `${instrument}: ${reasons}`,
  ]);
  const [, rest] = inTitle(report);
  const outages = report.outages.map((one) => ["", reportText.outage(one, madeAt)]);
  return (
    <div className={`${styles.report} surface stack`}>
      <div className="wraps starts spread">
        {rest === "" ? null : <p className="text-head">{rest}</p>}
        <p className="muted">
          {[reportText.site(sites), portal ?? ""].filter((part) => part !== "").join(" · ")}
          <br />
          {reportText.asOf(asOf, madeAt)}
        </p>
      </div>
      <KeyFigures report={report} />
      <InstrumentTable report={report} />
      <div className={styles.halves}>
        <Lines title={reportText.incomplete} lines={runs} none={reportText.noneIncomplete} most={mostRuns} />
        <Lines title={reportText.outages} lines={outages} none={reportText.noOutage} most={mostOutages} />
      </div>
      <section>
        <h2>{reportText.receipts(files)}</h2>
        <p className="wraps">
          <code className="mono">{digest}</code> <CopyButton text={digest} what={reportText.digest} />
        </p>
        <p className="muted text-small">{reportText.digestHelp(month)}</p>
        {leftOut === 0 ? null : <p>{reportText.leftOut(leftOut)}</p>}
      </section>
    </div>
  );
}

/**
 * Its sentence as the title, and the rest as said below it. The second clause of a month that is over tells of days that
 * nobody has checked: the first one alone would say too much.
 */
function inTitle({ sentence, month, madeAt }: MonthReportShown): readonly [title: string, rest: string] {
  const [first = "", ...others] = sentence.replace(/\.$/, "").split("; ");
  if (others.length === 0) return [first, ""];
  return month < madeAt.slice(0, 7)
    ? [reportText.ofMonth(monthInWords(month)), sentence]
    : [first, `${capital(others.join("; "))}.`];
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly (readonly string[])[];
  /** Said where there are none. */
  readonly none: string;
  /** Lines that fit on paper. */
  readonly most: number;
}

function Lines({ title, lines, none, most }: LinesProps): ReactNode {
  if (lines.length === 0)
    return (
      <section>
        <h2>{title}</h2>
        <p>{none}</p>
      </section>
    );
  return (
    <section>
      <h2>{title}</h2>
      <table>
        <tbody>
          {lines.map(([when = "", text = ""], at) => (
            <tr key={`${when} ${text}`} className={at < most ? undefined : styles.beyond}>
              {when === "" ? null : <td className={styles.when}>{when}</td>}
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > most ? (
        <p className={styles.onPaper}>{reportText.moreLines(lines.length - most)}</p>
      ) : null}
    </section>
  );
}
