import { Button } from "@mantine/core";
import { say } from "#base/say.ts";

interface FailedNoteProps {
  readonly error: Error | null;
  readonly isAsking: boolean;
  readonly onAgain: () => void;
}

/** Why a part of the details is not there, and a button to ask for it again. */
export function FailedNote({ error, isAsking, onAgain }: FailedNoteProps) {
  if (error === null) return null;
  return (
    <p className="note wraps" role="alert">
      {error.message}
      <Button size="compact-xs" variant="default" loading={isAsking} onClick={onAgain}>
        {say("Try again")}
      </Button>
    </p>
  );
}
