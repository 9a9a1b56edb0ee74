import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import { memo } from "react";
import { isRealDate } from "#base/dates.ts";
import { bytesText } from "#base/text.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { NumberField } from "#renderer/components/number-field.tsx";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { addingText } from "#renderer/text/adding.tsx";
import styles from "./adding.module.css";
import type { AddingRow, AddingStage, Checked, StagedRow } from "./adding-rows.ts";
import type { RowCalls } from "./use-adding.ts";

interface AddingRowViewProps {
  readonly row: StagedRow;
  /** Names of the configured instruments; the same list while they are the same. */
  readonly names: readonly string[];
  /** Its details are shown at once. */
  readonly isOnly: boolean;
  readonly calls: RowCalls;
}

/** A file that would be sent. */
export const AddingRowView = memo(function AddingRowView({ row, names, isOnly, calls }: AddingRowViewProps) {
  const { key, name, path, file, judged, instrument, date, stage, checked } = row;
  const hasFinding = stage === "ready" && checked?.contentReason != null;
  const [shape, words] = hasFinding ? findingState : stateOf(stage, row);
  const remarks = remarksOf(row).map((remark) => (
    <p key={remark} className={`${styles.remark} breaks`}>
      {remark}
    </p>
  ));
  return (
    <li className={`${styles.row} stack`}>
      <div className={`${styles.head} gap-12`}>
        <StateShape shape={shape} size={16} progress={shareOf(row)} />
        <span className="strong breaks" title={path}>
          {name}
        </span>
        <span className={`${styles.size} muted numbers`}>{bytesText(file.size)}</span>
        <span>{words}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={addingText.remove(name)}
          onClick={() => calls.remove(key)}
        >
          <Icon name="cross" size={14} />
        </ActionIcon>
      </div>
      {judged === null || judged.unfit !== null ? null : (
        <div className={`${styles.choice} wraps`}>
          <NativeSelect
            size="xs"
            aria-label={addingText.instrument(name)}
            data={[
              ...(instrument === "" ? [{ value: "", label: addingText.chooseInstrument }] : []),
              ...inOrder(names, row),
            ]}
            value={instrument}
            onChange={({ currentTarget }) => calls.choose(key, { instrument: currentTarget.value })}
          />
          <NumberField
            type="date"
            hidesLabel
            label={addingText.date(name)}
            value={date}
            isValid={isRealDate}
            onChange={(next) => calls.choose(key, { date: next })}
          />
          {stage === "choice" ? remarks : null}
        </div>
      )}
      {stage === "choice" ? null : remarks}
      {stage === "failed" ? (
        <Button size="compact-sm" variant="default" onClick={() => calls.tryAgain(key)}>
          {addingText.tryAgain}
        </Button>
      ) : null}
      {checked === null ? null : <Announced announced={checked.announced} isOpen={isOnly} />}
    </li>
  );
});

function Announced({
  announced,
  isOpen,
}: {
  readonly announced: Checked["announced"];
  readonly isOpen: boolean;
}) {
  const fields = addingText.fields;
  const { tags, ...rest } = announced;
  const facts = { ...rest, tags: tags.join(", ") };
  const shown = (Object.keys(fields) as (keyof typeof fields)[]).filter((field) => facts[field] !== "");
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{addingText.announced}</summary>
      <dl className="breaks">
        {shown.map((field) => (
          <div key={field}>
            <dt>{fields[field]}</dt>
            <dd className={field === "checksum" || field === "pid" ? "mono" : undefined}>{facts[field]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Those that call their files so come first. */
function inOrder(names: readonly string[], { judged }: AddingRow): string[] {
  const fitting = (judged?.guesses ?? []).map(({ instrument }) => instrument);
  return [...fitting, ...names.filter((name) => !fitting.includes(name))];
}

function shareOf({ copy, file }: AddingRow): number {
  return copy.kind === "copying" ? copy.received / Math.max(1, file.size) : 0;
}

const findingState: readonly [Shape, string] = ["problem", addingText.readyWithFinding];

function stateOf(stage: AddingStage, row: AddingRow): readonly [Shape, string] {
  switch (stage) {
    case "judging":
    case "checking":
      return ["idle", addingText.checking];
    case "waits":
      return ["idle", addingText.waits];
    case "copying":
      return ["busy", addingText.copying(Math.floor(shareOf(row) * 100))];
    case "choice":
      return ["growing", addingText.needsChoice];
    case "unfit":
    case "clash":
      return ["over", addingText.notPossible];
    case "failed":
      return ["problem", addingText.failed];
    case "onPortal":
      return ["done", addingText.onPortal];
    case "queued":
      return ["busy", addingText.inQueue];
    case "ready":
      return ["done", addingText.ready];
  }
}

/** Gives the remarks on a file, one sentence each. */
function remarksOf(row: StagedRow): readonly string[] {
  const { judged, checked, copy, refusal, stage } = row;
  if (judged?.unfit != null) return [addingText.unfit(judged.unfit)];
  if (refusal !== null) return [refusal];
  if (copy.kind === "failed") return [copy.message];
  if (stage === "choice") return choiceWords(row);
  if (stage === "clash") return [addingText.clash];
  if (checked === null) return [];
  return [
    ...(checked.contentReason === null ? [] : [addingText.finding(checked.contentReason)]),
    ...(checked.onPortal === "yes" ? [addingText.onPortalHelp] : []),
    ...(checked.onPortal === "queued" ? [addingText.inQueueHelp] : []),
    ...(checked.onPortal === "unknown" ? [addingText.unknownOnPortal] : []),
    ...checked.notes,
  ];
}

function choiceWords({ judged, instrument, date }: AddingRow): readonly string[] {
  const { guesses = [], looksLike = [] } = judged ?? {};
  if (guesses.length === 0 && instrument === "")
    return [
      addingText.noneFits,
      ...(looksLike.length === 0 ? [] : [addingText.looksLike(looksLike.join(", "))]),
    ];
  if (instrument === "") return [addingText.severalFit];
  return date === "" ? [addingText.dateMissing] : [];
}
