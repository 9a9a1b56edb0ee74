import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { say } from "#base/say.ts";

/** Long enough to read it and to think twice. */
const shownMs = 30_000;

/** Actions that can be taken back now, the newest last. */
const offered = new Map<string, () => void>();

/** Says what was just done, with a button that takes it back. Gives what ends the offer. */
export function showUndo(message: string, undo: () => void): () => void {
  const takeBack = () => {
    notifications.hide(id);
    undo();
  };
  const id = notifications.show({
    autoClose: shownMs,
    onClose: () => offered.delete(id),
    message: (
      <span className="row gap-12 spread">
        {message}
        <Button
          className="rigid"
          size="compact-sm"
          variant="light"
          aria-keyshortcuts="Control+Z"
          onClick={takeBack}
        >
          {say("Undo")}
        </Button>
      </span>
    ),
  });
  offered.set(id, takeBack);
  return () => void notifications.hide(id);
}

/** Takes back the newest of what is offered; false where nothing is. */
export function undoNewest(): boolean {
  const takeBack = [...offered.values()].at(-1);
  takeBack?.();
  return takeBack !== undefined;
}
