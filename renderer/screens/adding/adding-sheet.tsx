import { Button, FileButton, Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { Icon } from "#renderer/components/icon.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { useFocusBack } from "#renderer/components/use-focus-back.ts";
import { type OfferedEntry, offeredFiles } from "#renderer/store/adding.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { addingText } from "#renderer/text/adding.tsx";
import styles from "./adding.module.css";
import { AddingRowView } from "./adding-row-view.tsx";
import type { AddingStage } from "./adding-rows.ts";
import { ChoiceForAll } from "./choice-for-all.tsx";
import { useAdding } from "./use-adding.ts";

interface AddingSheetProps {
  /** Everything that was dropped or chosen while it is open. */
  readonly offered: readonly (readonly OfferedEntry[])[];
  readonly onClose: () => void;
}

/** Files that a person adds: whose they are, what would be announced, what speaks against it; then one button sends them. */
export function AddingSheet({ offered, onClose }: AddingSheetProps) {
  useFocusBack();
  const navigate = useNavigate();
  const adding = useAdding(offered);
  const { rows, remarks, isReading, isSending } = adding;
  const { data: status } = useHostQuery("status", {});
  const instruments = status?.instruments;
  const joined = JSON.stringify((instruments ?? []).map(({ name }) => name));
  const names = useMemo<readonly string[]>(() => JSON.parse(joined), [joined]);
  const countOf = (...stages: readonly AddingStage[]) =>
    rows.filter(({ stage }) => stages.includes(stage)).length;
  const ready = countOf("ready");
  const choices = countOf("choice");
  const send = async () => {
    const { count, isOver } = await adding.send();
    if (count === 0) return;
    notifications.show({ message: addingText.areInQueue(count) });
    if (count < rows.length || isOver) return;
    onClose();
    void navigate("/files");
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={addingText.title}
      size={820}
      closeButtonProps={{ "aria-label": addingText.close }}
    >
      <p className="muted">{addingText.intro}</p>
      {status !== undefined && names.length === 0 ? (
        <Sentence shape="problem" role="alert">
          {addingText.noInstruments}
        </Sentence>
      ) : null}
      {remarks.map((remark) => (
        <Sentence key={remark} shape="problem" role="alert">
          {remark}
        </Sentence>
      ))}
      {choices > 1 ? <ChoiceForAll count={choices} names={names} onChoose={adding.chooseForAll} /> : null}
      {rows.length === 0 ? (
        <p className={`${styles.empty} text-center muted`}>
          {isReading ? addingText.readingFolder : addingText.dropHere}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        <ul className={`${styles.rows} plain ruled`} aria-label={addingText.files} tabIndex={0}>
          {rows.map((row) => (
            <AddingRowView
              key={row.key}
              row={row}
              names={names}
              isOnly={rows.length === 1}
              calls={adding.calls}
            />
          ))}
        </ul>
      )}
      <div className="above-16 wraps">
        <FileButton multiple onChange={(files) => offeredFiles.emit(files.map(asEntry))}>
          {(props) => (
            <Button variant="default" leftSection={<Icon name="plus" size={16} />} {...props}>
              {addingText.chooseFiles}
            </Button>
          )}
        </FileButton>
        <span className={"grows text-right muted numbers"} role="status">
          {summaryOf(countOf)}
        </span>
        <Button variant="default" onClick={onClose}>
          {addingText.notNow}
        </Button>
        <Button data-autofocus disabled={ready === 0} loading={isSending} onClick={() => void send()}>
          {addingText.send(ready)}
        </Button>
      </div>
    </Modal>
  );
}

function asEntry(file: File): OfferedEntry {
  return { kind: "file", file };
}

function summaryOf(countOf: (...stages: readonly AddingStage[]) => number): string {
  const count = addingText.count;
  const parts: readonly (readonly [number, (count: number) => string])[] = [
    [countOf("ready"), count.ready],
    [countOf("judging", "waits", "copying", "checking"), count.busy],
    [countOf("choice"), count.choice],
    [countOf("onPortal", "queued"), count.onPortal],
    [countOf("unfit", "failed", "clash"), count.stopped],
  ];
  return addingText.summary(parts.flatMap(([number, words]) => (number === 0 ? [] : [words(number)])));
}
