import { Button } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { clockText, secondText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { dayText } from "#renderer/components/event-words.ts";
import { localText } from "#renderer/components/format.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { stepShape } from "#renderer/text/event-text.ts";
import { filesText } from "#renderer/text/files.ts";
import { ruleName, stateWords, type UploadRow } from "#renderer/text/states.ts";
import styles from "./upload-panel.module.css";
import type { PortalTrace } from "./use-portal-trace.ts";

type Told = Output<"upload.history">["steps"][number];

export interface Step {
  readonly at: string | null;
  readonly shape: Shape;
  readonly text: string;
}

interface UploadTimelineProps {
  readonly upload: UploadRow;
  /** Absolute where it is known. */
  readonly path: string;
  readonly trace: PortalTrace;
  readonly isExplained: boolean;
}

/** Its way from the instrument's disk to the portal's products, in the order of time; what holds now comes last. */
export function UploadTimeline({ upload, path, trace, isExplained }: UploadTimelineProps) {
  const { data, error } = useHostQuery("upload.history", { id: upload.id });
  const [explains, setExplains] = useState(isExplained);
  return (
    <section aria-label={filesText.timeline}>
      <div className="row baseline spread">
        <h3>{filesText.timeline}</h3>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={explains}
          data-key="e"
          onClick={() => setExplains(!explains)}
        >
          {explains ? filesText.hideRules : say("Explain")}
        </Button>
      </div>
      {explains ? <Explanation path={path} /> : null}
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <p className="muted">{error.message}</p>
        )
      ) : (
        <Steps steps={stepsOf(upload, data.steps, trace)} />
      )}
    </section>
  );
}

function stepsOf(
  upload: UploadRow,
  told: readonly Told[],
  { record, products }: PortalTrace,
): readonly Step[] {
  const said = upload.failure?.message ?? null;
  const written: Step = { at: upload.modifiedAt, shape: "idle", text: filesText.lastWritten };
  const own = told.map(
    ({ at, event, text }): Step => ({ at, shape: stepShape(event), text: without(text, said) }),
  );
  const timed = own.filter(({ at }, n) => at !== null || n < own.length - 1);
  const now = own
    .filter((step) => !timed.includes(step))
    .map((step) => ({ ...step, shape: stateWords(upload.state).shape }));
  const there: Step[] = [
    ...(record?.status === "processed"
      ? [{ at: record.updatedAt, shape: "done" as const, text: filesText.processedThere }]
      : []),
    ...products.map(({ createdAt, product }) => ({
      at: createdAt,
      shape: "done" as const,
      text: filesText.productMade(product.humanReadableName),
    })),
  ];
  const byTime = [written, ...there].toSorted((one, other) => ((one.at ?? "") < (other.at ?? "") ? -1 : 1));
  return [...byTime.reduce<readonly Step[]>(inserted, timed), ...now];
}

/** The steps with one more at its time: behind those that were not later. Those without a time stay behind the one before them. */
export function inserted(steps: readonly Step[], step: Step): readonly Step[] {
  const next = steps.findIndex(({ at }) => at !== null && step.at !== null && at > step.at);
  return next < 0 ? [...steps, step] : steps.toSpliced(next, 0, step);
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="plain stack gap-4">
      {steps.map(({ at, shape, text }, index) => {
        const day = at?.slice(0, 10);
        const isNewDay =
          day !== undefined &&
          steps
            .slice(0, index)
            .findLast((one) => one.at !== null)
            ?.at?.slice(0, 10) !== day;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps may be alike, and are only added at the end
          <li key={index}>
            {isNewDay ? (
              <p className={`${styles.day} strong text-small muted`}>{dayText(day, Date.now())}</p>
            ) : null}
            <div className={`${styles.line} breaks`}>
              <StateShape shape={shape} size={12} />
              {at === null ? (
                <span className="muted">{index === steps.length - 1 ? say("Now") : ""}</span>
              ) : (
                <time className="numbers muted" dateTime={at} title={`${secondText(at)}\n${localText(at)}`}>
                  {at.slice(11, 19)}
                  <span className="said"> {clockText(at)}</span>
                </time>
              )}
              <span>{text}</span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** A step does not say again what stands above the timeline. */
function without(sentence: string, said: string | null): string {
  if (said === null || said === "" || !sentence.endsWith(said)) return sentence;
  // Words before it, such as “Reason:”, go with it.
  return sentence
    .slice(0, -said.length)
    .trim()
    .replace(/(?<=[.…]) [^.…:]*:$/, "");
}

/** Why a file is, or is not, sent: each rule in turn, the verdict, and what comes next. `path` absolute where known. */
function Explanation({ path }: { readonly path: string }) {
  const { data, error } = useHostQuery("explain", { path });
  if (data === undefined)
    return error === null ? <SkeletonRows rows={3} /> : <p className="muted">{error.message}</p>;
  return (
    <section className="pad framed stack gap-12 breaks" aria-label={say("Explanation")}>
      <ol className="plain stack gap-4">
        {data.rules.map(({ name, passed, detail }) => (
          <li key={name} className="row starts">
            <StateShape
              shape={passed ? "done" : "over"}
              size={14}
              label={passed ? say("Passed") : say("Not passed")}
            />
            <p>
              <strong>{ruleName(name)}:</strong> <span className="muted">{detail}</span>
            </p>
          </li>
        ))}
      </ol>
      <p>{data.verdict}</p>
      {data.next === null ? null : (
        <p className="muted">
          {data.next.what}
          {data.next.at === null ? null : (
            <>
              {" "}
              <Moment at={data.next.at} as="in" />
            </>
          )}
          .
        </p>
      )}
    </section>
  );
}
