import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { useFocusBack } from "./use-focus-back.ts";

interface ConfirmProps {
  /** A question that names the count: `Cancel 214 files?`. */
  readonly title: string;
  /** The consequence, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb on the button, with the count. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once before something that is loud or concerns many things. Escape and "Not now" leave all as it is. */
export function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={title} size="sm" closeButtonProps={{ "aria-label": say("Close") }}>
      <p>{children}</p>
      <div className="above-16 to-end wraps">
        <Button variant="default" onClick={onClose}>
          {say("Not now")}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
}
