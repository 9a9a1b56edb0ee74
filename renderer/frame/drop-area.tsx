import { useCallback, useEffect, useState } from "react";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { entriesOf, type OfferedEntry, offeredFiles } from "#renderer/store/adding.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import styles from "./frame.module.css";

const loadAddingSheet = async () => (await import("#renderer/screens/adding/adding-sheet.tsx")).AddingSheet;

/** Takes files wherever on the page they are dropped, and shows what would become of them. */
export function DropArea() {
  const [isOver, setOver] = useState(false);
  const [offered, setOffered] = useState<readonly (readonly OfferedEntry[])[]>([]);
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Else the browser would leave this page and show the file.
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      offeredFiles.emit(entriesOf(event.dataTransfer));
    };
    const ends = [
      listen("dragenter", over),
      listen("dragover", over),
      listen("dragleave", leave),
      listen("drop", drop),
      offeredFiles.on((entries) => setOffered((before) => [...before, entries])),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  const close = useCallback(() => setOffered([]), []);
  return (
    <>
      {isOver ? (
        <div className={styles.dropping} role="status">
          <div className="stack gap-4 surface text-center">
            <strong>{frameText.dropFiles}</strong>
            <span className="muted">{frameText.dropFilesHelp}</span>
          </div>
        </div>
      ) : null}
      {offered.length === 0 ? null : (
        <LaterPart load={loadAddingSheet} props={{ offered, onClose: close }} onFailed={close} />
      )}
    </>
  );
}

function listen(type: "dragenter" | "dragover" | "dragleave" | "drop", hear: (event: DragEvent) => void) {
  window.addEventListener(type, hear);
  return () => window.removeEventListener(type, hear);
}
