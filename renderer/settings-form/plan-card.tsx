import { type ReactNode, useMemo, useState } from "react";
import type { Input } from "#contract/methods.ts";
import { type FilesAndBytes, planFrom } from "#domain/backlog-plan.ts";
import { isRateRow, type RateRow } from "#domain/timetable.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { backlogText } from "#renderer/text/backlog.tsx";
import { planTimes } from "./plan-times.ts";
import styles from "./settings.module.css";
import type { Written } from "./settings-document.ts";

interface PlanCardProps {
  readonly question: Input<"settings.plan">;
  /** First day that counts; null: all. */
  readonly since: string | null;
  /** `portal` as written. */
  readonly portal: Written | null;
  /** Finished files that are not recorded, known before the plan is there; left out: nothing is known. */
  readonly here?: FilesAndBytes;
}

/** Files and bytes that are here and not on the portal, and how long they take; asked for as long as it is shown. */
export function PlanCard({ question, since, portal, here }: PlanCardProps) {
  const [isOver, setOver] = useState(false);
  const { data, error } = useHostQuery("settings.plan", question, {
    keepsPrevious: true,
    ...(isOver ? {} : { everyMs: 1_000 }),
  });
  if (data !== undefined && data.isRunning === isOver) setOver(!data.isRunning);
  const { data: status } = useHostQuery("status", {});
  const measured = status?.sending.progress?.bytesPerSecond ?? null;
  const days = data?.plan?.days;
  const whole = useMemo(() => (days === undefined ? null : planFrom(days, since)), [days, since]);
  const { files, bytes } = (here?.files === 0 ? here : whole) ?? here ?? none;
  const perDay = data?.plan?.perDay ?? none;
  const words = useMemo(() => {
    const limits = { limitKBps: numberOrNull(portal?.bandwidthKBps), rows: rowsOf(portal?.rates) };
    const times = planTimes({ files, bytes }, perDay, measured, limits);
    const isLong = times.days !== null && times.days.most >= 1;
    const takes = backlogText.takes(times.days, backlogText.rates[times.rate]);
    return `${takes}${isLong ? backlogText.nights(times.nights) : ""}`;
  }, [files, bytes, perDay, measured, portal]);

  if (error !== null) return <Told>{error.message}</Told>;
  if (whole === null && here === undefined)
    return (
      <>
        <SkeletonRows rows={1} />
        <Sentence shape="busy" role="status">
          {backlogText.counting}
        </Sentence>
      </>
    );
  return (
    <div className="stack gap-4" data-plan>
      <p className={`${styles.figure} wraps baseline strong text-head numbers`} role="status">
        {files > 0 ? (
          <>
            {backlogText.amount({ files, bytes })}
            <small className="muted">{words}</small>
          </>
        ) : (whole?.onPortal ?? 0) > 0 ? (
          backlogText.nothing
        ) : (
          backlogText.nothingHere
        )}
      </p>
      {data?.isRunning !== true && data !== undefined ? null : (
        <p className="muted">{whole === null ? backlogText.counting : backlogText.comparing}</p>
      )}
      {whole === null || whole.onPortal === 0 || whole.files === 0 ? null : (
        <p className="muted">{backlogText.alreadyThere(whole.onPortal)}</p>
      )}
      {data?.unanswered == null ? null : <Told>{backlogText.unanswered(data.unanswered)}</Told>}
      {data?.plan?.unreadable.map((reason) => (
        <Told key={reason}>{backlogText.notCounted(reason)}</Told>
      ))}
    </div>
  );
}

const none: FilesAndBytes = { files: 0, bytes: 0 };

function Told({ children }: { readonly children: ReactNode }) {
  return (
    <Sentence shape="problem" role="alert">
      {children}
    </Sentence>
  );
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}

/** Rows of a timetable as written; the host says what is wrong with one that cannot be used. */
function rowsOf(written: unknown): readonly RateRow[] {
  if (!Array.isArray(written)) return [];
  return written.filter(isRateRow);
}
