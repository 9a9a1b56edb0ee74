import { ActionIcon } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import { addDays, todayUtc } from "#base/dates.ts";
import { dateText, spanText } from "#base/text.ts";
import { baseName } from "#domain/file-version.ts";
import { withinSentence } from "#renderer/components/format.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { stripKeys, useRovingFocus } from "#renderer/components/strip-keys.ts";
import { useNow } from "#renderer/components/use-now.ts";
import { coverageAddress } from "#renderer/model/coverage-address.ts";
import { yearDays } from "#renderer/model/year-model.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import { instrumentText } from "#renderer/text/instrument.tsx";
import { stateWords } from "#renderer/text/states.ts";
import styles from "./axis.module.css";
import {
  type AxisFile,
  type Block,
  type BlockLook,
  blockLooks,
  blocksOf,
  clockOn,
  onAxis,
  type Pause,
  pausesOf,
} from "./axis-model.ts";

interface DayAxisProps {
  readonly instrument: string;
  /** Files that are not finished yet. */
  readonly growing: number;
}

/** The files of a day on the hours of UTC, and the hours without one. */
export function DayAxis({ instrument, growing }: DayAxisProps) {
  const nowMs = useNow();
  const today = todayUtc(nowMs);
  const [back, setBack] = useState(0);
  const date = addDays(today, -back);
  const { data, error } = useHostQuery("coverage.day", { instrument, date }, { keepsPrevious: true });
  const step = (days: number, name: string, isPossible: boolean): ReactNode => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={name}
      disabled={!isPossible}
      onClick={() => setBack(back - days)}
    >
      <Icon name={days < 0 ? "left" : "right"} size={16} />
    </ActionIcon>
  );
  return (
    <Panel
      title={back === 0 ? instrumentText.filesOfToday : instrumentText.filesOfDay(dateText(date, nowMs))}
      aside={
        <span className="wraps">
          {step(-1, instrumentText.dayBefore, back < yearDays - 1)}
          {step(1, instrumentText.dayAfter, back > 0)}
        </span>
      }
    >
      {data !== undefined && data.day.date === date ? (
        <Axis
          key={date}
          instrument={instrument}
          date={date}
          today={today}
          answer={data}
          growing={back === 0 ? growing : 0}
        />
      ) : error === null ? (
        <SkeletonRows rows={2} />
      ) : (
        <p role="alert">{error.message}</p>
      )}
    </Panel>
  );
}

interface AxisProps {
  readonly instrument: string;
  readonly date: string;
  readonly today: string;
  readonly answer: Parameters<typeof blocksOf>[0] & Parameters<typeof pausesOf>[0];
  readonly growing: number;
}

function Axis({ instrument, date, today, answer, growing }: AxisProps) {
  const nowMs = useNow();
  const blocks = useMemo(() => blocksOf(answer, date), [answer, date]);
  const pauses = useMemo(() => pausesOf(answer, date), [answer, date]);
  /** Key in `words` of what is pointed at: what became of it shows while the pointer rests. */
  const [pointed, setPointed] = useState<string | null>(null);
  const elsewhere = answer.files.filter(({ span, uploadId }) => span === null && uploadId !== null).length;
  const nowAt = onAxis(nowMs, date);
  const end = blocks.at(-1);
  const roving = useRovingFocus(
    blocks.map(({ to }) => to),
    end?.to ?? "",
    stripKeys,
  );
  const writingFrom = end === undefined ? 0 : end.left + end.width;
  const isWriting =
    growing > 0 && nowAt > writingFrom && pauses.every(({ left, width }) => left + width < nowAt);
  const dayRoute = coverageAddress(instrument, date, today);
  const words = new Map([
    ["writing", instrumentText.beingWritten(growing)],
    ...pauses.map((pause) => [`pause ${pause.from}`, pauseWords(pause, date)] as const),
    ...blocks.map((block) => [block.to, blockWords(block, date)] as const),
  ]);
  return (
    <>
      <div
        className={`${styles.axis} holds`}
        role="group"
        aria-label={instrumentText.axis}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
        onPointerLeave={() => setPointed(null)}
      >
        {hours.map((hour) => (
          <span
            key={hour}
            className={`${styles.hour} text-small muted`}
            style={{ left: `${(hour / 24) * 100}%` }}
            aria-hidden="true"
          >
            <span className="numbers">{String(hour).padStart(2, "0")}</span>
          </span>
        ))}
        {pauses.map((pause) => (
          <span
            key={pause.from}
            className={styles.pause}
            style={{ left: `${pause.left * 100}%`, width: `${pause.width * 100}%` }}
            role="img"
            aria-label={words.get(`pause ${pause.from}`)}
            onPointerEnter={() => setPointed(`pause ${pause.from}`)}
          />
        ))}
        {isWriting ? (
          <span
            className={styles.writing}
            style={{ left: `${writingFrom * 100}%`, width: `${(nowAt - writingFrom) * 100}%` }}
            role="img"
            aria-label={words.get("writing")}
            onPointerEnter={() => setPointed("writing")}
          />
        ) : null}
        {blocks.map((block) => (
          <Link
            key={block.to}
            className={styles.block ?? ""}
            data-look={block.look}
            style={{ left: `${block.left * 100}%`, width: `${block.width * 100}%` }}
            to={blockRoute(block) ?? dayRoute}
            data-at={block.to}
            tabIndex={block.to === roving.active ? 0 : -1}
            aria-label={words.get(block.to)}
            onPointerEnter={() => setPointed(block.to)}
            onFocus={() => setPointed(block.to)}
          />
        ))}
        {date === today ? (
          <span className={styles.now} style={{ left: `${nowAt * 100}%` }} aria-hidden="true" />
        ) : null}
      </div>
      <p className={`${styles.reading} breaks numbers`}>
        {words.get(pointed ?? "") ?? <span className="muted">{summary(answer.files.length, pauses)}</span>}
      </p>
      <Legend blocks={blocks} pauses={pauses} isWriting={isWriting} />
      {elsewhere === 0 ? null : (
        <p className="note">
          <Link to={dayRoute}>{instrumentText.withoutTime(elsewhere)}</Link>
        </p>
      )}
    </>
  );
}

const hours = Array.from({ length: 9 }, (_, index) => index * 3);

/** Mentioned of a block with more files. */
const mostNamed = 2;

function blockRoute({ files }: Block): string | null {
  const [only] = files;
  return files.length === 1 && only !== undefined && only.uploadId !== null
    ? `/files?upload=${only.uploadId}`
    : null;
}

function blockWords({ from, to, files }: Block, date: string): string {
  const named = files.slice(0, mostNamed).map((file) => `${baseName(file.relPath)}, ${fileWords(file)}`);
  const rest = files.length - named.length;
  return instrumentText.block(
    `${clockOn(from, date)}–${clockOn(to, date)} UTC`,
    rest === 0 ? named.join("; ") : instrumentText.andMore(named.join("; "), rest),
  );
}

function fileWords({ state, layer }: AxisFile): string {
  const words =
    state === null || (state === "delivered" && layer !== "missing")
      ? coverageText.layersOfFile[layer]
      : stateWords(state).label;
  return withinSentence(words);
}

function pauseWords({ from, to }: Pause, date: string): string {
  const span = spanText(Date.parse(to) - Date.parse(from));
  return instrumentText.pause(`${clockOn(from, date)}–${clockOn(to, date)} UTC`, span);
}

function summary(files: number, pauses: readonly Pause[]): string {
  const ms = pauses.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  return instrumentText.daySummary(files, pauses.length === 0 ? null : spanText(ms));
}

interface LegendProps {
  readonly blocks: readonly Block[];
  readonly pauses: readonly Pause[];
  readonly isWriting: boolean;
}

function Legend({ blocks, pauses, isWriting }: LegendProps) {
  const looks = blockLooks.filter((look) => blocks.some((block) => block.look === look)).toReversed();
  const sample = (words: string, className: string | undefined, look?: BlockLook) => (
    <li key={words}>
      <span className={`${styles.sample} ${className}`} data-look={look} aria-hidden="true" />
      {words}
    </li>
  );
  return (
    <ul className={`${styles.legend} plain legend`}>
      {looks.map((look) => sample(instrumentText.blockLooks[look], styles.block, look))}
      {isWriting ? sample(instrumentText.writing, styles.writing) : null}
      {pauses.length === 0 ? null : sample(instrumentText.pauses, styles.pause)}
    </ul>
  );
}
