import { bytesText, counted, rateText } from "#base/text.ts";
import type { Activity } from "#contract/activity.ts";
import type { Status } from "#contract/status.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./flow.module.css";
import { inLastHour, summedHours } from "./instrument-words.ts";
import { brokenWord, nodeStatus, type PathNode, shownPath, worse } from "./path-words.ts";

interface FlowProps {
  readonly status: Status;
  readonly activity: Activity;
}

/** The way of every file: instruments, this PC, portal, with what went along it in the last hour and where it is broken. */
export function Flow({ status, activity }: FlowProps) {
  const [instrument, folder, pc, network, portal] = shownPath(status);
  if (!instrument || !folder || !pc || !network || !portal) return null;
  const nowMs = Date.parse(status.now);
  const of = (hourly: readonly number[]) => inLastHour(hourly, activity.hourStart, nowMs);
  const found = of(summedHours(activity.instruments.map(({ hourly }) => hourly)));
  const sent = of(activity.throughput.files);
  const bytes = of(activity.throughput.bytes);
  const { count: onTheWay, bytesPerSecond } = status.sending;
  const source = worse(instrument, folder);
  const target = worse(network, portal);
  return (
    <section className={`${styles.flow} surface`} aria-label={todayText.pathOfTheFiles}>
      <ol className={`${styles.nodes} plain`}>
        <Place
          node={source}
          name="Instruments"
          status={status}
          words={todayText.watched(status.instruments.length)}
        />
        <Link isOpen={isBroken(source)} words={todayText.inLastHour(counted(found, "file"))} />
        <Place
          node={pc}
          name="This PC"
          status={status}
          words={onTheWay > 0 ? todayText.onTheWay(onTheWay) : todayText.ready}
        />
        <Link
          isOpen={isBroken(target) || isBroken(pc)}
          words={todayText.inLastHour(`${counted(sent, "file")}${bytes > 0 ? `, ${bytesText(bytes)}` : ""}`)}
        />
        <Place
          node={target}
          name="Portal"
          status={status}
          words={onTheWay > 0 && bytesPerSecond > 0 ? rateText(bytesPerSecond) : todayText.answers}
        />
      </ol>
    </section>
  );
}

function isBroken({ state }: PathNode): boolean {
  return state !== "ok" && state !== "busy";
}

interface PlaceProps {
  readonly node: PathNode;
  readonly name: string;
  readonly status: Status;
  /** While all is well. */
  readonly words: string;
}

function Place({ node, name, status, words }: PlaceProps) {
  const isHeld = status.holds.some(({ lane }) => lane === "portal");
  const { shape, word } = nodeStatus(node, isHeld);
  return (
    <li className={styles.node} title={node.message ?? undefined}>
      <StateShape shape={shape} size={20} />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={`${styles.figure} numbers`}>
          {isBroken(node) ? (brokenWord(node, status) ?? word) : words}
        </p>
      </div>
    </li>
  );
}

function Link({ isOpen, words }: { readonly isOpen: boolean; readonly words: string }) {
  return (
    <li className={styles.link} data-open={isOpen}>
      <span className={`${styles.figure} numbers`}>{words}</span>
    </li>
  );
}
