import { Button } from "@mantine/core";
import { Link } from "react-router";
import { isUnsent, totalOf, unsentStates } from "#domain/upload.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { queueText } from "#renderer/text/queue.ts";
import { isEverything, type QueueFilter } from "./queue-filter.ts";

interface QueueEmptyProps {
  readonly filter: QueueFilter;
  readonly onClear: () => void;
}

/** Shown where the filter shows no upload: nothing found yet, all delivered, or nothing that matches. */
export function QueueEmpty({ filter, onClear }: QueueEmptyProps) {
  const { data: status } = useHostQuery("status", {});
  const clear = (
    <Button variant="default" onClick={onClear}>
      {commonText.clearFilters}
    </Button>
  );
  if (isEverything(filter)) {
    if (status?.instruments.length === 0)
      return (
        <EmptyState
          title={queueText.noInstrumentYet}
          action={
            <Button component={Link} to="/setup">
              {queueText.setUpFirstInstrument}
            </Button>
          }
        >
          {queueText.noInstrumentHelp}
        </EmptyState>
      );
    return <EmptyState title={queueText.noFilesFoundYet}>{queueText.noFilesHelp}</EmptyState>;
  }
  const unsentOnly = filter.states.length > 0 && filter.states.every(isUnsent);
  if (unsentOnly && filter.text === "" && status !== undefined && totalOf(status.totals, unsentStates) === 0)
    return status.totals.cancelled === 0 ? (
      <EmptyState shape="done" title={queueText.everythingIsDelivered} action={clear}>
        {queueText.everythingDeliveredHelp}
      </EmptyState>
    ) : (
      <EmptyState shape="over" title={queueText.nothingIsWaiting} action={clear}>
        {queueText.onlyCancelledHelp(status.totals.cancelled)}
      </EmptyState>
    );
  return (
    <EmptyState title={queueText.noFileMatches} action={clear}>
      {queueText.noFileMatchesHelp}
    </EmptyState>
  );
}
