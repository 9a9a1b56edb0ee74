import { Button, FileButton } from "@mantine/core";
import { type DragEvent, type ReactNode, useState } from "react";
import { Sentence } from "#renderer/components/sentence.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import styles from "./setup.module.css";
import type { ClientFileReading } from "./use-client-file.ts";

interface ClientFileDropProps {
  readonly reading: ClientFileReading;
  /** Files can be dropped anywhere on it. */
  readonly children: ReactNode;
}

/** Takes the command-line client's file wherever on the sheet it is dropped, or by its button. */
export function ClientFileDrop({ reading, children }: ClientFileDropProps) {
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
    if (file !== undefined) void reading.read(file);
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
      <section className={`${styles.other} stack`}>
        <h2>{reading.found === null ? setupText.usingCommandLineClient : setupText.anotherFile}</h2>
        <div className={`${styles.zone} wraps`}>
          <span className="muted">{setupText.dropItHere}</span>
          <FileButton accept=".toml,.txt,.conf,.cfg" onChange={(file) => file && void reading.read(file)}>
            {(props) => (
              <Button variant="default" loading={reading.isBusy} {...props}>
                {setupText.chooseClientFile}
              </Button>
            )}
          </FileButton>
        </div>
        {reading.problem === null ? null : (
          <Sentence shape="problem" role="alert">
            {reading.problem}
          </Sentence>
        )}
      </section>
    </div>
  );
}
