import { Button, FileButton, Modal, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { say } from "#base/say.ts";
import type { StatusIssue } from "#contract/status.ts";
import { useFocusBack } from "#renderer/components/use-focus-back.ts";
import { offeredFiles } from "#renderer/store/adding.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { keepText, keptText } from "#renderer/store/kept-text.ts";
import { todayText } from "#renderer/text/today.tsx";

const nameKey = "skyferry.name";

interface MarkKnownProps {
  readonly issue: StatusIssue;
}

/** How a person ends a problem of some files: a corrected file, or a note of why nothing more can be done. */
export function MarkKnown({ issue }: MarkKnownProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {issue.cause === "judged-invalid" ? (
        <FileButton
          multiple
          onChange={(files) => offeredFiles.emit(files.map((file) => ({ kind: "file", file })))}
        >
          {(props) => (
            <Button size="compact-sm" variant="default" {...props}>
              {todayText.sendCorrected}
            </Button>
          )}
        </FileButton>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {todayText.markKnown}
      </Button>
      {isOpen ? <KnownDialog issue={issue} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function KnownDialog({ issue: { key, label }, onClose }: MarkKnownProps & { readonly onClose: () => void }) {
  useFocusBack();
  const { data: facts } = useHostQuery("shell.facts", {}, { staleMs: 60_000 });
  const mark = useHostCall("known.mark", ["status", "known.list", "notifications"]);
  const [note, setNote] = useState("");
  const [name, setName] = useState<string | null>(null);
  const by = name ?? keptText(nameKey) ?? facts?.account ?? "";
  const isReady = note.trim() !== "" && by.trim() !== "";
  const save = () => {
    if (name !== null) keepText(nameKey, name.trim());
    mark.mutate(
      { key, note, by },
      { onSuccess: onClose, onError: ({ message }) => void notifications.show({ message }) },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={todayText.markKnown}
      size="md"
      closeButtonProps={{ "aria-label": say("Close") }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) save();
        }}
      >
        <p>{todayText.knownMeans(label)}</p>
        <Textarea
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          label={todayText.knownNote}
          placeholder={todayText.knownExample}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <TextInput
          label={todayText.knownBy}
          maxLength={100}
          value={by}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className="above-16 to-end wraps">
          <Button variant="default" onClick={onClose}>
            {todayText.notNow}
          </Button>
          <Button type="submit" disabled={!isReady} loading={mark.isPending}>
            {todayText.markKnown}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
