import { Button } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { canCancel, canRetry } from "#domain/upload.ts";
import { Confirm } from "#renderer/components/confirm.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import type { UploadRow } from "#renderer/text/states.ts";
import { retryHelps } from "#renderer/uploads/upload-status.ts";
import { useUploadCalls } from "#renderer/uploads/use-upload-calls.ts";
import styles from "./files.module.css";
import { type Chosen, mostChosen } from "./use-chosen.ts";

/** Actions for the selected files; each names how many of them it takes, and is there only where it takes any. */
export function ChosenBar({ chosen: { ids, clear } }: { readonly chosen: Chosen }) {
  const { data } = useHostQuery(
    "queue",
    { filter: { ids: [...ids] }, limit: mostChosen },
    { keepsPrevious: true },
  );
  const { retry, cancel, sendAgain, isBusy } = useUploadCalls();
  const [isAsking, setIsAsking] = useState(false);
  const uploads = (data?.uploads ?? []).filter(({ id }) => ids.has(id));
  const named = (fits: (upload: UploadRow) => boolean) => uploads.filter(fits).map(({ id }) => id);
  const toRetry = named(retryHelps);
  const heldBack = named(({ state, failure }) => canRetry(state) && failure?.cause === "content-check");
  const delivered = named(({ state }) => state === "delivered");
  const toCancel = named(({ state }) => canCancel(state));
  const looks = { size: "compact-sm", variant: "default", loading: isBusy } as const;
  return (
    <section
      className={`${styles.chosenBar} below-12 pad-8 rigid surface wraps`}
      aria-label={filesText.selectedFiles}
    >
      <strong className="numbers">{filesText.selectedCount(ids.size)}</strong>
      {toRetry.length === 0 ? null : (
        <Button
          {...looks}
          leftSection={<Icon name="retry" size={14} />}
          onClick={() => retry({ ids: toRetry })}
        >
          {sayNodes("Retry {length, plural, one {# file} other {# files}}", { length: toRetry.length })}
        </Button>
      )}
      {heldBack.length === 0 ? null : (
        <Button {...looks} onClick={() => setIsAsking(true)}>
          {filesText.sendAnyway(
            say("{length, plural, one {# file} other {# files}}", { length: heldBack.length }),
          )}
        </Button>
      )}
      {delivered.length === 0 ? null : (
        <Button {...looks} title={filesText.sendAgainHelp} onClick={() => sendAgain(delivered)}>
          {filesText.sendFilesAgain(
            say("{length, plural, one {# file} other {# files}}", { length: delivered.length }),
          )}
        </Button>
      )}
      {toCancel.length === 0 ? null : (
        <Button {...looks} onClick={() => cancel({ ids: toCancel })}>
          {sayNodes("Cancel {length, plural, one {# file} other {# files}}", { length: toCancel.length })}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {filesText.clearSelection}
      </Button>
      {ids.size < mostChosen ? null : <span className="muted">{filesText.mostSelected(mostChosen)}</span>}
      {isAsking ? (
        <Confirm
          title={`${filesText.sendAnyway(say("{length, plural, one {# file} other {# files}}", { length: heldBack.length }))}?`}
          action={filesText.sendAnyway(
            say("{length, plural, one {# file} other {# files}}", { length: heldBack.length }),
          )}
          onConfirm={() => retry({ ids: heldBack }, true)}
          onClose={() => setIsAsking(false)}
        >
          {filesText.sendsAnyway}
        </Confirm>
      ) : null}
    </section>
  );
}
