import { filesText } from "#renderer/text/files.ts";
import { fileName } from "#renderer/uploads/file-path.ts";
import styles from "./files.module.css";

interface ChosenBoxProps {
  readonly path: string;
  readonly isChosen: boolean;
  /** `isRange`: with all rows from the one that was chosen last. */
  readonly onChoose: (isRange: boolean) => void;
}

/** Takes one file into the selection; with Shift, all rows up to it. Space does the same for the row of the keys. */
export function ChosenBox({ path, isChosen, onChoose }: ChosenBoxProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has its own keys, and the grid takes the space bar
    <label className={`${styles.box} row`} onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={filesText.select(fileName(path))}
        tabIndex={-1}
        checked={isChosen}
        onChange={({ nativeEvent }) => onChoose(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
