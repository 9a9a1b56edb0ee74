import { Menu } from "@mantine/core";
import { useRef, useState } from "react";
import { say } from "#base/say.ts";
import { isAdded } from "#domain/added-files.ts";
import { canCancel, canRetry } from "#domain/upload.ts";
import { withinSentence } from "#renderer/components/format.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { filesText } from "#renderer/text/files.ts";
import { stateWords, type UploadRow } from "#renderer/text/states.ts";
import { fileName } from "#renderer/uploads/file-path.ts";
import { retryHelps } from "#renderer/uploads/upload-status.ts";
import { useFileReveal } from "#renderer/uploads/use-file-reveal.ts";
import { useUploadCalls } from "#renderer/uploads/use-upload-calls.ts";
import styles from "./files.module.css";
import { useFilesPlace } from "./use-files-place.ts";

/**
 * Actions for one upload. The menu itself is made when it is opened: a list shows many of these buttons. It
 * keeps to the upload for which it was opened, as another one may take its place in the list meanwhile, and offers what
 * that upload's state allows now.
 */
export function RowMenu({ upload }: { readonly upload: UploadRow }) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<UploadRow | null>(null);
  const name = fileName(upload.path);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${styles.menuButton} bare inline muted`}
        aria-label={say("Actions for {name}", { name })}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          setOpened(upload);
        }}
      />
      {opened === null ? null : (
        <OpenMenu
          upload={opened.id === upload.id ? upload : opened}
          onClose={() => {
            setOpened(null);
            // The arrow keys go on from this row.
            button.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

interface OpenMenuProps {
  readonly upload: UploadRow;
  readonly onClose: () => void;
}

function OpenMenu({ upload, onClose }: OpenMenuProps) {
  const { retry, cancel, sendAgain, deleteCopy } = useUploadCalls();
  const { open } = useFilesPlace();
  const reveal = useFileReveal(upload);
  const filter = { ids: [upload.id] };
  const isHeldBack = canRetry(upload.state) && upload.failure?.cause === "content-check";
  return (
    <Menu opened onClose={onClose} position="bottom-end" withinPortal>
      <Menu.Target>
        <span className={styles.menuPlace} aria-hidden="true" />
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item leftSection={<Icon name="info" size={16} />} onClick={() => open(upload.id)}>
          {say("Show history")}
        </Menu.Item>
        {retryHelps(upload) || isHeldBack ? (
          <Menu.Item leftSection={<Icon name="retry" size={16} />} onClick={() => retry(filter, isHeldBack)}>
            {isHeldBack ? filesText.sendThisAnyway : say("Retry now")}
          </Menu.Item>
        ) : null}
        {upload.state === "delivered" ? (
          <Menu.Item leftSection={<Icon name="retry" size={16} />} onClick={() => sendAgain([upload.id])}>
            {filesText.sendAgain}
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<Icon name="search" size={16} />} onClick={() => open(upload.id, true)}>
          {upload.state === "blocked"
            ? filesText.explainNeedsYou
            : filesText.explainState(withinSentence(stateWords(upload.state).label))}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name={reveal.icon} size={16} />}
          onClick={reveal.run}
          disabled={reveal.path === null}
        >
          {reveal.label}
        </Menu.Item>
        {canCancel(upload.state) ? (
          <Menu.Item leftSection={<Icon name="cross" size={16} />} onClick={() => cancel(filter)}>
            {filesText.cancelThisFile}
          </Menu.Item>
        ) : null}
        {upload.state === "cancelled" && isAdded(upload.path) ? (
          <Menu.Item leftSection={<Icon name="cross" size={16} />} onClick={() => deleteCopy(upload.id)}>
            {filesText.deleteItsCopy}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
