import { say } from "#base/say.ts";
import { bytesText, minuteText, rateText } from "#base/text.ts";
import type { ActivityShown } from "#contract/activity.ts";
import type { StatusShown } from "#contract/status.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { hourBefore, inTwoHours, summedHours } from "#renderer/model/instrument-words.ts";
import {
  breaksOf,
  brokenWord,
  calmPath,
  foundSigns,
  nodeStatus,
  type PathNodeShown,
  silentWord,
  worse,
} from "#renderer/model/path-words.ts";
import type { Live } from "#renderer/store/live.ts";
import { useLiveSlowly } from "#renderer/store/use-live.ts";
import { useSlowly } from "#renderer/store/use-slowly.ts";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./flow.module.css";
import { FlowLeg, wordsRestMs } from "./flow-leg.tsx";

interface FlowProps {
  readonly status: StatusShown;
  readonly activity: ActivityShown;
}

const sentBytesOf = ({ progress }: Live) =>
  progress.values().reduce((sum, { sentBytes }) => sum + sentBytes, 0);

/** Beyond this a delivery says nothing of whether the portal answers now. */
const answersForMs = 10 * 60_000;

/** The way of every file: instruments, this PC, portal, with what went along it lately and where it is broken. */
export function Flow({ status, activity }: FlowProps) {
  const sentBytes = useLiveSlowly(sentBytesOf, 1_000);
  const [instrument, folder, pc, network, portal] = calmPath(status);
  if (!instrument || !folder || !pc || !network || !portal) return null;
  const since = hourBefore(activity.hourStart);
  const found = inTwoHours(summedHours(activity.instruments.map(({ hourly }) => hourly)));
  const sent = inTwoHours(activity.throughput.files);
  const bytes = inTwoHours(activity.throughput.bytes);
  const { tray, sending, lastDeliveredAt } = status;
  const isSending = tray === "sending";
  const source = worse(instrument, folder);
  const target = worse(network, portal);
  const breaks = breaksOf(status);
  const nowMs = Date.now();
  const deliveredMs = Date.parse(lastDeliveredAt ?? "") || 0;
  const isSeen = isSending || nowMs - deliveredMs < answersForMs;
  return (
    <section className="pad-12 surface" aria-label={todayText.pathOfTheFiles}>
      <ol className={`${styles.places} plain row gap-16`}>
        <Place
          node={source}
          name={say("Instruments")}
          status={status}
          words={todayText.watched(status.instruments.length)}
        />
        <FlowLeg
          since={since}
          files={found}
          words={say("{found, plural, one {# file} other {# files}}", { found })}
          broken={breaks.toPc !== null && brokenWord(source, status) === silentWord ? "silent" : breaks.toPc}
          signs={foundSigns(status)}
        />
        <Place
          node={pc}
          name={say("This PC")}
          status={status}
          words={isSending ? todayText.sending : todayText.ready}
        />
        <FlowLeg
          since={since}
          files={sent}
          words={
            bytes > 0
              ? say("{sent, plural, one {# file} other {# files}}, {bytes}", {
                  sent,
                  bytes: bytesText(bytes),
                })
              : say("{sent, plural, one {# file} other {# files}}", { sent })
          }
          broken={breaks.toPortal}
          signs={[sentBytes, deliveredMs]}
        />
        <Place
          node={target}
          name={say("Portal")}
          status={status}
          isSeen={isSeen}
          words={
            isSending && sending.bytesPerSecond > 0
              ? rateText(sending.bytesPerSecond)
              : isSeen
                ? todayText.answers
                : lastDeliveredAt === null
                  ? ""
                  : say("latest: {moment}", { moment: minuteText(lastDeliveredAt, nowMs) })
          }
        />
      </ol>
    </section>
  );
}

interface PlaceProps {
  readonly node: PathNodeShown;
  readonly name: string;
  readonly status: StatusShown;
  /** While all is well. */
  readonly words: string;
  /** False where nothing has been heard of it lately, so that nobody knows. */
  readonly isSeen?: boolean;
}

function Place({ node, name, status, words, isSeen = true }: PlaceProps) {
  const shown = useSlowly(words, wordsRestMs);
  const isHeld = status.holds.some(({ lane }) => lane === "portal");
  const { shape, word } = nodeStatus(node, isHeld);
  const broken = brokenWord(node, status);
  const isWell = node.state === "ok" || node.state === "busy";
  return (
    <li className="row gap-12 rigid" title={node.message ?? undefined}>
      <StateShape shape={broken === silentWord ? "silent" : isWell && !isSeen ? "idle" : shape} size={20} />
      <div>
        <p className={`${styles.name} text-head strong`}>{name}</p>
        <p className={`${styles.figure} muted numbers`}>{isWell ? shown : (broken ?? word)}</p>
      </div>
    </li>
  );
}
