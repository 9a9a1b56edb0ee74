import { Button, FileButton } from "@mantine/core";
import { type DragEvent, type ReactNode, useState } from "react";
import styles from "./setup.module.css";

interface FileDropProps {
  readonly onFile: (file: File) => void;
  /** Files can be dropped anywhere on it. */
  readonly children: ReactNode;
}

/** Takes the first of the files that are dropped on it. */
export function FileDrop({ onFile, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: who has no mouse takes the button
    <div
      className={`${styles.drop} stack gap-20`}
      data-over={isOver ? true : undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

interface FileChoiceProps extends Pick<FileDropProps, "onFile"> {
  readonly dropHere: string;
  readonly choose: string;
  /** Ends of names, by commas. */
  readonly accept: string;
  readonly isBusy: boolean;
}

/** Says that a file can be dropped, and has the button for those who choose one. */
export function FileChoice({ onFile, dropHere, choose, accept, isBusy }: FileChoiceProps) {
  return (
    <div className={`${styles.zone} pad-12 wraps`}>
      <span className="muted">{dropHere}</span>
      <FileButton accept={accept} onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button variant="default" loading={isBusy} {...props}>
            {choose}
          </Button>
        )}
      </FileButton>
    </div>
  );
}
