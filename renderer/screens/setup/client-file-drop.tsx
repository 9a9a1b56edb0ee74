import type { ReactNode } from "react";
import { Sentence } from "#renderer/components/sentence.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import { FileChoice, FileDrop } from "./file-drop.tsx";
import styles from "./setup.module.css";
import type { ClientFileReading } from "./use-client-file.ts";

interface ClientFileDropProps {
  readonly reading: ClientFileReading;
  /** Files can be dropped anywhere on it. */
  readonly children: ReactNode;
}

/** Takes the command-line client's file wherever on the sheet it is dropped, or by its button. */
export function ClientFileDrop({ reading, children }: ClientFileDropProps) {
  const onFile = (file: File) => void reading.read(file);
  return (
    <FileDrop onFile={onFile}>
      {children}
      <section className={`${styles.other} stack`}>
        <h2>{reading.found === null ? setupText.usingCommandLineClient : setupText.anotherFile}</h2>
        <FileChoice
          onFile={onFile}
          dropHere={setupText.dropItHere}
          choose={setupText.chooseClientFile}
          accept=".toml,.txt,.conf,.cfg"
          isBusy={reading.isBusy}
        />
        {reading.problem === null ? null : (
          <Sentence shape="problem" role="alert">
            {reading.problem}
          </Sentence>
        )}
      </section>
    </FileDrop>
  );
}
