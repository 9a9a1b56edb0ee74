import { Moment } from "#renderer/components/moment.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";

interface LastSentProps {
  readonly of: "stationReport.sent" | "heartbeat.sent";
  /** Before the time of the last one that was accepted. */
  readonly words: string;
}

/** Time of the last sign of life by the saved settings, or why it was not accepted. */
export function LastSent({ of, words }: LastSentProps) {
  const sent = useHostQuery(of, {}, { everyMs: 5_000 }).data;
  if (sent === undefined) return null;
  if (sent.message !== null)
    return (
      <Sentence shape="problem" role="alert">
        {sent.message}
      </Sentence>
    );
  return sent.lastSentAt === null ? null : (
    <p className="note">
      {words} <Moment at={sent.lastSentAt} as="ago" />.
    </p>
  );
}
