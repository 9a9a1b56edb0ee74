import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Link } from "react-router";
import type { MethodName } from "#contract/methods.ts";
import { actionRoute } from "#contract/page-routes.ts";
import type { StatusIssue } from "#contract/status.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { actionLabel } from "#renderer/text/causes.ts";
import { commonText } from "#renderer/text/common.ts";

type Remedy = Pick<StatusIssue, "action" | "count" | "filter" | "instrument"> &
  Partial<Pick<StatusIssue, "day">>;

interface CauseButtonProps {
  readonly issue: Remedy;
  /** The one button of the page that stands out. */
  readonly isFirst?: boolean;
}

/** The first thing that a person does about a cause: done here, or on the page that it leads to. */
export function CauseButton({ issue, isFirst = false }: CauseButtonProps) {
  const call = useCallOf(issue);
  const [isBusy, setBusy] = useState(false);
  const looks = { size: "compact-sm", variant: isFirst ? "filled" : "default" } as const;
  if (call === null) {
    const { action, filter, day = null } = issue;
    return (
      <Button {...looks} component={Link} to={actionRoute(action, filter, day)}>
        {action === "open-folder" ? commonText.checkFolder : actionLabel(issue)}
      </Button>
    );
  }
  const tell = (message: string) => notifications.show({ message });
  const run = async () => {
    setBusy(true);
    try {
      const said = await call();
      // Nothing else shows that somebody has looked.
      if (said !== null) tell(said);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <Button {...looks} loading={isBusy} onClick={() => void run()}>
      {actionLabel(issue)}
    </Button>
  );
}

const touched: readonly MethodName[] = ["status", "activity", "queue.windows", "queue.counts"];

/** Gives the call of an action that is done at once, with what there is to say about it; null where a page leads on. */
function useCallOf({ action, filter, instrument }: Remedy): (() => Promise<string | null>) | null {
  const { data: status } = useHostQuery("status", {});
  const { data: facts } = useHostQuery("shell.facts", {}, { staleMs: 60_000 });
  const tryNow = useHostCall("tryNow", touched);
  const resume = useHostCall("resume", touched);
  const retry = useHostCall("retry", touched);
  const rescan = useHostCall("rescan", touched);
  const check = useHostCall("folder.check", touched);
  const reveal = useHostCall("shell.reveal", []);
  switch (action) {
    case "try-now":
      return quietly(() => tryNow.mutateAsync({}));
    case "resume":
      return quietly(() => resume.mutateAsync({}));
    case "retry":
      return quietly(() => retry.mutateAsync({ filter }));
    case "check-drive":
      return async () => {
        if (instrument !== null) return (await check.mutateAsync({ instrument })).message;
        await rescan.mutateAsync({});
        return commonText.foldersLookedThrough;
      };
    case "open-folder": {
      const folder = status?.instruments.find(({ name }) => name === instrument)?.folder;
      // A browser opens no folder; Settings shows what is in it.
      if (facts?.canReveal !== true || folder === undefined) return null;
      return quietly(() => reveal.mutateAsync({ path: folder }));
    }
    default:
      return null;
  }
}

/** A call whose end says enough. */
function quietly(call: () => Promise<unknown>): () => Promise<null> {
  return async () => {
    await call();
    return null;
  };
}
