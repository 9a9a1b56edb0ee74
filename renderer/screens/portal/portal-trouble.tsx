import { Button } from "@mantine/core";
import { Trouble } from "#renderer/components/trouble.tsx";
import { type HostError, useHostQuery } from "#renderer/store/host.tsx";

interface PortalTroubleProps {
  readonly error: HostError;
  readonly onAgain: () => void;
  readonly isAsking?: boolean;
  readonly title?: string;
}

/** Stands where the portal's answer should: what it said, and a button to ask again. */
export function PortalTrouble({ error, onAgain, isAsking = false, title }: PortalTroubleProps) {
  const { data: status } = useHostQuery("status", {});
  const hold = status?.holds.find(({ lane }) => lane === "portal");
  const isStopped = error.code === "portal-trouble" && hold !== undefined;
  return (
    <Trouble
      title={title ?? titles[error.code] ?? "This could not be shown"}
      message={isStopped ? stoppedWords(hold.needsYou) : error.message}
      isPassing={error.code === "portal-trouble"}
      action={
        <Button variant="default" onClick={onAgain} loading={isAsking}>
          Try again
        </Button>
      }
    />
  );
}

/** The reason stands in the banner of every page already. */
function stoppedWords(needsYou: boolean): string {
  const said = "The reason is at the top of this page. Files that wait to be sent are safe here";
  return needsYou ? `${said}.` : `${said}. They are sent automatically when the portal answers again.`;
}

const titles: Partial<Record<HostError["code"], string>> = {
  "portal-refused": "The portal refused this request",
  "portal-trouble": "The portal does not answer now",
  "no-answer": "Skyferry does not answer",
  "not-found": "The portal does not have this",
};
