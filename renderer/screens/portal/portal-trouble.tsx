import { Button } from "@mantine/core";
import { Trouble } from "../../components/trouble.tsx";
import type { HostError } from "../../store/host.tsx";

interface PortalTroubleProps {
  readonly error: HostError;
  readonly onAgain: () => void;
  readonly isAsking?: boolean;
  readonly title?: string;
}

/** Stands where the portal's answer should: what it said, and a button to ask again. */
export function PortalTrouble({ error, onAgain, isAsking = false, title }: PortalTroubleProps) {
  return (
    <Trouble
      title={title ?? titles[error.code] ?? "This could not be shown"}
      message={error.message}
      isPassing={error.code === "portal-trouble"}
      action={
        <Button variant="default" onClick={onAgain} loading={isAsking}>
          Try again
        </Button>
      }
    />
  );
}

const titles: Partial<Record<HostError["code"], string>> = {
  "portal-refused": "The portal does not answer this question",
  "portal-trouble": "The portal gives no answer that can be shown",
  "no-answer": "Skyferry does not answer",
  "not-found": "The portal does not have this",
};
