import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { say } from "#base/say.ts";
import { capital } from "#base/text.ts";
import type { StatusIssue } from "#contract/status.ts";
import { canRetryCause, causeWords } from "#domain/cause.ts";
import { failedStates } from "#domain/upload.ts";
import { CauseButton } from "#renderer/components/cause-button.tsx";
import { Confirm } from "#renderer/components/confirm.tsx";
import { GiveUpButton } from "#renderer/components/give-up-button.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import { asUploadFilter, type FilesCounts, type FilesFilter } from "#renderer/uploads/files-filter.ts";
import { useUploadCalls } from "#renderer/uploads/use-upload-calls.ts";
import styles from "./files.module.css";

type Group = FilesCounts["causes"][number];

const mostShown = 3;
/** Most causes in a low window: the list needs the room. */
const mostShownLow = 1;

interface CauseGroupsProps {
  readonly filter: FilesFilter;
  readonly counts: FilesCounts;
  /** They are of another filter still: nothing can be retried by them. */
  readonly areCountsOld: boolean;
  readonly onChange: (fields: Partial<FilesFilter>) => void;
}

/** Causes that keep files from being sent, a line each: how many, what to do, retry all, show only these. */
export function CauseGroups({ filter, counts, areCountsOld, onChange }: CauseGroupsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isLow = useMediaQuery("(max-height: 720px)", false, { getInitialValueInEffect: false });
  const few = isLow ? mostShownLow : mostShown;
  const groups = counts.causes.filter(({ cause }) => filter.cause === null || cause === filter.cause);
  // Causes that need a person come first.
  const inOrder = [...groups].sort((one, other) => Number(other.needsYou) - Number(one.needsYou));
  if (groups.length === 0) return null;
  const shown = showsAll ? inOrder : inOrder.slice(0, few);
  return (
    <section className="rigid" aria-label={filesText.whatStopsFiles}>
      <ul className="plain stack">
        {shown.map((group) => (
          <GroupLine
            key={group.cause}
            group={group}
            filter={filter}
            areCountsOld={areCountsOld}
            onChange={onChange}
          />
        ))}
      </ul>
      {inOrder.length > few ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setShowsAll(!showsAll)}>
          {showsAll
            ? filesText.showFewerCauses
            : sayNodes("Show {length, plural, one {# more cause} other {# more causes}}", {
                length: inOrder.length - few,
              })}
        </Button>
      ) : null}
    </section>
  );
}

interface GroupLineProps extends Pick<CauseGroupsProps, "filter" | "areCountsOld" | "onChange"> {
  readonly group: Group;
}

function GroupLine({ group: { cause, count, needsYou }, filter, areCountsOld, onChange }: GroupLineProps) {
  const { retry, isBusy } = useUploadCalls();
  const [isAsking, setIsAsking] = useState(false);
  const words = causeWords(cause);
  const [title, remedy] = [say(words.title), say(words.remedy)];
  const { data: status } = useHostQuery("status", {});
  const issues = (status?.issues ?? []).filter((one) => one.cause === cause);
  const answers = issues.filter(({ portalMessage }) => portalMessage !== null);
  const first = [...answers, ...issues.filter(isOrphaned)].find(({ action }) => action !== "show-files");
  const files = say("{count, plural, one {# file} other {# files}}", { count });
  const isHeldBack = cause === "content-check";
  const again = (sendAnyway: boolean) =>
    retry({ ...asUploadFilter(filter), cause, states: failedStates }, sendAnyway);
  const action = isHeldBack ? filesText.sendAnyway(files) : say("Retry {files}", { files });
  const isShownAlone = filter.cause === cause;
  return (
    <li className={`wraps gap-12 ${needsYou ? "tone-problem" : "tone-wait"}`}>
      <StateShape shape={needsYou ? "problem" : "retry"} />
      <p className="grows">
        <strong>{title}</strong> · {files}{" "}
        {answers.length === 0 ? <span className={`${styles.remedy} muted`}>{remedy}</span> : null}
        {answers.map((issue) => (
          <span key={issue.key} className={`${styles.remedy} muted`}>
            {filesText.answerOf(issue.portalMessage ?? "", answers.length === 1 ? null : issue.count)}{" "}
            {capital(issue.remedy)}.{" "}
          </span>
        ))}
      </p>
      <div className="wraps">
        {first === undefined ? null : <CauseButton issue={first} />}
        <GiveUpButton issue={{ cause, count }} />
        {isHeldBack || canRetryCause(cause) ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            disabled={areCountsOld}
            onClick={() => (isHeldBack ? setIsAsking(true) : again(false))}
          >
            {action}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onChange({ cause: isShownAlone ? null : cause })}
        >
          {isShownAlone ? say("Show all") : count === 1 ? filesText.showOnlyThis : filesText.showOnlyThese}
        </Button>
      </div>
      {isAsking ? (
        <Confirm
          title={`${action}?`}
          action={action}
          onConfirm={() => again(true)}
          onClose={() => setIsAsking(false)}
        >
          {filesText.sendsAnyway}
        </Confirm>
      ) : null}
    </li>
  );
}

function isOrphaned({ cause }: StatusIssue): boolean {
  return cause === "no-instrument";
}
