import { Button } from "@mantine/core";
import type { StatusShown } from "#contract/status.ts";
import { Clauses } from "#renderer/components/clauses.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { hasBacklog } from "#renderer/model/instrument-words.ts";
import { useHostCall } from "#renderer/store/host.tsx";
import { backlogText } from "#renderer/text/backlog.tsx";

/** Files that are left of a backlog, and the button that lets those of earlier days wait, or go on. */
export function BacklogCard({ status }: { readonly status: StatusShown }) {
  const pause = useHostCall("backlog.pause", ["status"]);
  const resume = useHostCall("backlog.resume", ["status"]);
  const { progress } = status.sending;
  const since = status.backlog.pausedSince;
  if (since === null && !hasBacklog(status)) return null;
  const call = since === null ? pause : resume;
  return (
    <Panel
      title={since === null ? backlogText.title : backlogText.paused}
      aside={
        <Button size="compact-sm" variant="default" loading={call.isPending} onClick={() => call.mutate({})}>
          {since === null ? backlogText.pause : backlogText.resume}
        </Button>
      }
    >
      <div className="stack gap-4">
        <p className="muted capital numbers">
          <Clauses
            clauses={[
              progress === null ? backlogText.nothingLeft : backlogText.left(progress),
              since === null ? null : backlogText.since(<Moment at={since} as="short" />),
              since === null ? backlogText.todayFirst : backlogText.todayGoesOn,
            ]}
          />
        </p>
        {call.error === null ? null : <p role="alert">{call.error.message}</p>}
      </div>
    </Panel>
  );
}
