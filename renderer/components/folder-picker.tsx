import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import styles from "./folder-picker.module.css";
import { Icon } from "./icon.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { StateShape } from "./state-shape.tsx";
import { useFocusBack } from "./use-focus-back.ts";

interface FolderPickerProps {
  /** Purpose of the folder: "Folder for the downloads". */
  readonly title: string;
  /** Absolute path where it begins; null is the user's home. */
  readonly at: string | null;
  /** Absolute path of a folder that exists. */
  readonly onChosen: (path: string) => void;
  readonly onClose: () => void;
}

type Listing = Output<"folders.list">;

/** Chooses a folder of the PC on which the host runs, where the system's own dialog is not offered. */
export function FolderPicker({ title, at, onChosen, onClose }: FolderPickerProps) {
  useFocusBack();
  const [path, setPath] = useState(at);
  const [typed, setTyped] = useState<string | null>(null);
  const { data, error, isPlaceholderData } = useHostQuery("folders.list", { path }, { keepsPrevious: true });
  const go = (to: string) => {
    setTyped(null);
    setPath(to);
  };
  const goTyped = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== null && typed.trim() !== "") setPath(typed.trim());
  };
  const message = error?.message ?? data?.message ?? null;
  const shown = data?.path ?? path ?? "";
  const isTypedElse = typed !== null && typed.trim() !== shown;
  const canChoose = data !== undefined && error === null && !isPlaceholderData && !isTypedElse;
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form className="ends row" onSubmit={goTyped}>
        <TextInput
          flex={1}
          label={say("Folder path")}
          value={typed ?? shown}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
          spellCheck={false}
        />
        <Button type="submit" variant="default" disabled={!isTypedElse}>
          {say("Go")}
        </Button>
      </form>
      <nav className={`${styles.roots} wraps`} aria-label={say("Places")}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="up" size={14} />}
          disabled={data === undefined || data.parent === null}
          onClick={() => data?.parent != null && go(data.parent)}
        >
          {commonText.upOneLevel}
        </Button>
        {data?.roots.map((root) => (
          <Button key={root.path} size="compact-sm" variant="default" onClick={() => go(root.path)}>
            {root.name}
          </Button>
        ))}
      </nav>
      {message === null ? null : (
        <p className="below-12 tone-wait row breaks" role="alert">
          <StateShape shape="notice" /> {message}
        </p>
      )}
      <div className={`${styles.list} framed`} aria-busy={isPlaceholderData}>
        {data === undefined && error === null ? (
          <SkeletonRows />
        ) : (
          <Folders listing={error === null ? data : undefined} onGo={go} />
        )}
      </div>
      <footer className="above-16 row to-end">
        <span className="clipped grows muted" title={shown}>
          {shown}
        </span>
        <Button variant="default" onClick={onClose}>
          {say("Cancel")}
        </Button>
        <Button disabled={!canChoose} onClick={() => onChosen(shown)}>
          {commonText.chooseFolder}
        </Button>
      </footer>
    </Modal>
  );
}

function Folders({
  listing,
  onGo,
}: {
  readonly listing: Listing | undefined;
  readonly onGo: (path: string) => void;
}) {
  if (listing === undefined) return null;
  // Folders that the system hides come last: instruments do not write there.
  const isHidden = ({ name }: Listing["folders"][number]) => name.startsWith(".");
  const folders = [...listing.folders].sort((one, other) => Number(isHidden(one)) - Number(isHidden(other)));
  return (
    <>
      <ul className="plain" aria-label={say("Folders in {path}", { path: listing.path })}>
        {folders.map((folder) => (
          <li key={folder.path}>
            <button
              type="button"
              className={`${styles.folder} wide pad-4 bare row breaks choosable`}
              onClick={() => onGo(folder.path)}
            >
              <Icon name="folder" size={16} />
              <span>{folder.name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="pad-8 muted">
        {listing.folders.length === 0 ? commonText.noSubfolders : ""}
        {listing.fileCount === 0
          ? ""
          : commonText.filesInThisFolder(
              say("{fileCount, plural, one {# file} other {# files}}", { fileCount: listing.fileCount }),
            )}
      </p>
    </>
  );
}
