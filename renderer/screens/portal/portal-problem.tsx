import { Button } from "@mantine/core";
import { Problem } from "#renderer/components/problem.tsx";
import { type HostError, useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";

interface PortalProblemProps {
  readonly error: HostError;
  readonly onAgain: () => void;
  readonly isAsking?: boolean;
  readonly title?: string;
}

/** Shown in place of the portal's answer: what it said, and a button to ask again. */
export function PortalProblem({ error, onAgain, isAsking = false, title }: PortalProblemProps) {
  const { data: status } = useHostQuery("status", {});
  const hold = status?.holds.find(({ lane }) => lane === "portal");
  const isStopped = error.code === "portal-trouble" && hold !== undefined;
  return (
    <Problem
      title={title ?? titles[error.code] ?? portalText.thisCouldNotBeShown}
      message={isStopped ? stoppedWords(hold.needsYou) : error.message}
      isTransient={error.code === "portal-trouble"}
      action={
        <Button variant="default" onClick={onAgain} loading={isAsking}>
          Try again
        </Button>
      }
    />
  );
}

/** The reason is in the banner of every page already. */
function stoppedWords(needsYou: boolean): string {
  return needsYou ? portalText.reasonIsAbove : portalText.sentWhenPortalAnswers;
}

const titles: Partial<Record<HostError["code"], string>> = {
  "portal-refused": portalText.portalRefused,
  "portal-trouble": portalText.portalSilent,
  "no-answer": portalText.hostSilent,
  "not-found": portalText.portalHasNot,
};
