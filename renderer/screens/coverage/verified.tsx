import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import type { StatusShown } from "#contract/status.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";

/** When receipts were compared with the portal last, and what was found; compares those of the days shown. */
export function Verified({ from, to }: { readonly from: string; readonly to: string }) {
  const { data: status, refetch } = useHostQuery("status", {});
  const [isWatched, setWatched] = useState(true);
  const { data: state } = useHostQuery("verify.read", {}, { everyMs: isWatched ? 1_000 : 30_000 });
  const start = useHostCall("verify.start", ["verify.read"]);
  const isRunning = state?.running === true;
  const begunAt = state?.asOf;
  useEffect(() => {
    setWatched(isRunning);
    // A comparison that ends between two looks has begun at another time.
    if (!isRunning && begunAt !== undefined) void refetch();
  }, [isRunning, begunAt, refetch]);
  if (status === undefined || state === undefined) return null;
  const { verified } = status;
  return (
    <div className={`${styles.verified} wraps`}>
      <span role="status" className="muted numbers">
        {isRunning ? (
          coverageText.verifying(state.result?.checked ?? 0)
        ) : verified === null ? (
          coverageText.neverVerified
        ) : (
          <>
            {coverageText.verified} <Moment at={verified.at} as="short" />:{" "}
            <span className={differences(verified).length === 0 ? undefined : "amiss strong"}>
              {foundWords(verified)}
            </span>
          </>
        )}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={start.isPending || isRunning}
        title={coverageText.verifyHelp}
        onClick={() =>
          start.mutate(
            { dates: [{ from, to }], disk: false },
            { onSuccess: () => setWatched(true), onError: ({ message }) => notifications.show({ message }) },
          )
        }
      >
        {coverageText.verifyNow}
      </Button>
    </div>
  );
}

type Last = NonNullable<StatusShown["verified"]>;

function differences(last: Last): readonly string[] {
  const named = ["lost", "replaced", "notReceived", "unconfirmed", "localChanged", "localGone"] as const;
  return named.flatMap((name) => {
    const count = last[name] ?? 0;
    return count === 0 ? [] : [coverageText.differences[name](count)];
  });
}

function foundWords(last: Last): string {
  const clauses = differences(last);
  return clauses.length === 0
    ? coverageText.verifiedSame(last.checked)
    : coverageText.verifiedDiffers(last.checked, clauses);
}
