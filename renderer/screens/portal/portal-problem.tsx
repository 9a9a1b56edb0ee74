import { Button } from "@mantine/core";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import type { StatusShown } from "#contract/status.ts";
import { ProblemBox } from "#renderer/components/problem.tsx";
import { type HostError, useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";

interface PortalProblemProps {
  readonly error: HostError;
  readonly onAgain: () => void;
  readonly isAsking?: boolean;
  readonly title?: string;
}

interface Stopped {
  readonly holds: readonly Pick<StatusShown["holds"][number], "lane" | "cause" | "message" | "needsYou">[];
  /** The gravest first. */
  readonly issues: readonly Pick<StatusShown["issues"][number], "cause">[];
}

/**
 * Shown in place of the portal's answer: what it said, and a button to ask again; in place of a page also the pages that need no
 * answer.
 */
export function PortalProblem({ error, onAgain, isAsking = false, title }: PortalProblemProps) {
  const { data: status } = useHostQuery("status", {});
  const stopped = error.code === "portal-trouble" && status !== undefined ? stoppedWords(status) : null;
  const isPage = title === undefined && error.code === "portal-trouble";
  return (
    <ProblemBox
      title={
        title ?? (stopped === null ? titles[error.code] : portalText.portalSilent) ?? portalText.noDataShown
      }
      message={isPage ? `${stopped ?? error.message} ${portalText.knownHere}` : (stopped ?? error.message)}
      isTransient={error.code === "portal-trouble"}
      action={
        <span className="row gap-12 wraps">
          <Button variant="default" onClick={onAgain} loading={isAsking}>
            {say("Try again")}
          </Button>
          {isPage ? knownPages() : null}
        </span>
      }
    />
  );
}

function knownPages() {
  return [
    <Button key="coverage" variant="subtle" component={Link} to="/coverage">
      {say("Coverage")}
    </Button>,
    <Button key="files" variant="subtle" component={Link} to="/files">
      {say("Files")}
    </Button>,
  ];
}

/** Why nothing is sent to the portal, in sentences; null where it is. The headline of every page tells the gravest cause. */
export function stoppedWords({ holds, issues }: Stopped): string | null {
  const hold = holds.find(({ lane }) => lane === "portal");
  if (hold === undefined) return null;
  // A hold says itself what becomes of the files.
  if (issues[0]?.cause !== hold.cause) return hold.message;
  return hold.needsYou
    ? portalText.reasonIsAbove
    : `${portalText.reasonIsAbove} ${portalText.sentWhenPortalAnswers}`;
}

const titles: Partial<Record<HostError["code"], string>> = {
  "portal-refused": portalText.portalRefused,
  "no-answer": portalText.hostSilent,
  "not-found": portalText.portalHasNot,
};
