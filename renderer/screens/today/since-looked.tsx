import { Button } from "@mantine/core";
import { Link } from "react-router";
import { dayText, whenText } from "#renderer/components/event-words.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { BandDays, EventBand, EventList } from "#renderer/components/station-events.tsx";
import { gravestOf } from "#renderer/model/log-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useAwaySince } from "#renderer/store/last-looked.ts";
import { logText } from "#renderer/text/log.tsx";

const mostShown = 6;
/** It counts all lines since then: not with every file that is delivered. */
const refreshMs = 60_000;

/** Events of the time when nobody looked; absent for who was here lately. */
export function SinceLooked() {
  const [awayMs, takeNote] = useAwaySince();
  return awayMs === null ? null : <Card awayMs={awayMs} onDismiss={takeNote} />;
}

function Card({ awayMs, onDismiss }: { readonly awayMs: number; readonly onDismiss: () => void }) {
  const from = new Date(awayMs).toISOString();
  const { data } = useHostQuery("log.since", { from }, { keepsPrevious: true, everyMs: refreshMs });
  if (data === undefined) return null;
  const { now, delivered, refused, lost, events } = data;
  const shown = gravestOf(events, mostShown);
  const figures = [
    logText.deliveries(delivered),
    ...(refused > 0 ? [logText.filesStopped(refused)] : []),
    ...(lost > 0 ? [logText.filesLost(lost)] : []),
  ];
  return (
    <section className="pad-12 surface stack" aria-label={logText.sinceYouLooked}>
      <header className="row starts gap-12">
        <div className="grows">
          <h2>
            {logText.sinceYouLookedAt(
              <>
                {dayText(from)} <Moment at={from} as="clock" />
              </>,
            )}
          </h2>
          <p className="numbers text-head">{figures.join(" · ")}</p>
        </div>
        <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
          {logText.dismiss}
        </Button>
      </header>
      <EventBand events={events} beginMs={awayMs} endMs={Date.parse(now)} nowMs={Date.parse(now)} />
      <BandDays beginMs={awayMs} endMs={Date.parse(now)} />
      {shown.length === 0 ? (
        <p className="muted">{logText.nothingElse}</p>
      ) : (
        <EventList events={shown} whenOf={whenText} />
      )}
      <p>
        <Link to={`/log?from=${from.slice(0, 10)}&to=${now.slice(0, 10)}`}>{logText.openLog}</Link>
        {events.length > shown.length ? (
          <span className="muted"> {logText.more(events.length - shown.length)}</span>
        ) : null}
      </p>
    </section>
  );
}
