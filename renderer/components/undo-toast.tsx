import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import styles from "./undo-toast.module.css";

/** Long enough to read it and to think twice. */
const shownMs = 12_000;

/** Says what was just done, with a button that takes it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: shownMs,
    message: (
      <span className={styles.undo}>
        {message}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </span>
    ),
  });
}
