import { Button } from "@mantine/core";
import { Link } from "react-router";
import { counted } from "#base/text.ts";
import { isUnsent, totalOf, unsentStates } from "#domain/upload.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { isEverything, type QueueFilter } from "./queue-filter.ts";

interface QueueEmptyProps {
  readonly filter: QueueFilter;
  readonly onClear: () => void;
}

/** Stands where the filter shows no upload: nothing found yet, all delivered, or nothing that matches. */
export function QueueEmpty({ filter, onClear }: QueueEmptyProps) {
  const { data: status } = useHostQuery("status", {});
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear the filters
    </Button>
  );
  if (isEverything(filter)) {
    if (status?.instruments.length === 0)
      return (
        <EmptyState
          title="No instrument is set up yet"
          action={
            <Button component={Link} to="/setup">
              Set up the first instrument
            </Button>
          }
        >
          Once Skyferry knows where an instrument writes its files, every finished file appears here.
        </EmptyState>
      );
    return (
      <EmptyState title="No files found yet">
        Every file that an instrument finishes appears here automatically, with its progress.
      </EmptyState>
    );
  }
  const unsentOnly = filter.states.length > 0 && filter.states.every(isUnsent);
  if (unsentOnly && filter.text === "" && status !== undefined && totalOf(status.totals, unsentStates) === 0)
    return status.totals.cancelled === 0 ? (
      <EmptyState shape="done" title="Everything is delivered" action={clear}>
        The portal has confirmed every finished file that was found on this PC. Nothing is waiting and nothing
        needs you.
      </EmptyState>
    ) : (
      <EmptyState shape="over" title="Nothing is waiting" action={clear}>
        Nothing needs you. {counted(status.totals.cancelled, "file was", "files were")} cancelled by hand and{" "}
        {status.totals.cancelled === 1 ? "is" : "are"} not sent; the portal has confirmed all others.
      </EmptyState>
    );
  return (
    <EmptyState title="No file matches" action={clear}>
      No file in the queue matches all filters.
    </EmptyState>
  );
}
