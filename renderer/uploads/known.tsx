import { Button } from "@mantine/core";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./needs-you.module.css";

/** Afterwards the log alone tells of it. */
const shownMs = 24 * 3_600_000;

/** Issues that a person has marked as known lately, a quiet line each, and the way back. */
export function Known({ nowMs }: { readonly nowMs: number }) {
  const { data } = useHostQuery("known.list", {}, { keepsPrevious: true });
  const end = useHostCall("known.end", ["status", "known.list"]);
  const lately = data?.known.filter(({ at }) => nowMs - Date.parse(at) < shownMs) ?? [];
  if (lately.length === 0) return null;
  return (
    <section className="clips surface" aria-label={todayText.known}>
      <ul className="plain ruled">
        {lately.map(({ id, label, note, by, at }) => (
          <li key={id} className={`${styles.snoozed} wraps gap-12`}>
            <StateShape shape="over" label={todayText.known} />
            <p className="numbers breaks grows">
              {label}
              <span className="muted">
                {" · "}
                {todayText.knownBecause(note, by, <Moment at={at} as="short" />)}
              </span>
            </p>
            <Button size="compact-xs" variant="default" onClick={() => end.mutate({ id })}>
              {todayText.undo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
