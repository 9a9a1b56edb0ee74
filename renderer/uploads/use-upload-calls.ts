import { notifications } from "@mantine/notifications";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import { showUndo } from "#renderer/components/undo-toast.tsx";
import { useHostCall } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";

type Filter = Input<"retry">["filter"];

const touched: readonly MethodName[] = [
  "status",
  "queue",
  "queue.windows",
  "queue.counts",
  "upload",
  "upload.history",
  "coverage.day",
  "coverage.days",
  "coverage.gone",
];

/** The most uploads that the host takes by their ids in one call. */
const mostAtOnce = 500;

/** Retry and cancel, and sending again, for one upload or for all of a filter; each says afterwards how many there were. */
export function useUploadCalls() {
  const retry = useHostCall("retry", touched);
  const cancel = useHostCall("cancel", touched);
  const sendAgain = useHostCall("sendAgain", touched);
  const remove = useHostCall("added.remove", touched);
  const tell = (message: string) => notifications.show({ message });
  const failed = (error: Error) => tell(error.message);
  const again = (filter: Filter, sendAnyway = false) =>
    void retry.mutateAsync({ filter, sendAnyway }).then(({ count }) => tell(retriedText(count)), failed);
  const sendAll = async (ids: readonly string[]) => {
    const sum = { queued: 0, gone: 0, changed: 0 };
    for (let first = 0; first < ids.length; first += mostAtOnce) {
      const part = ids.slice(first, first + mostAtOnce);
      const { queued, gone, changed } = await sendAgain.mutateAsync({
        ids: part,
        dates: null,
        otherPortal: false,
      });
      sum.queued += queued;
      sum.gone += gone;
      sum.changed += changed;
    }
    return sum;
  };
  // A menu or a question that has closed meanwhile does not swallow the answer.
  return {
    retry: again,
    /** Files by name can be put back. */
    cancel: (filter: Filter) =>
      void cancel.mutateAsync({ filter }).then(({ count }) => {
        const { ids } = filter;
        if (count === 0 || ids === undefined) tell(cancelledText(count));
        else showUndo(cancelledText(count), () => again({ ids, states: ["cancelled"] }));
      }, failed),
    /** Delivered files, as new versions. */
    sendAgain: (ids: readonly string[]) =>
      void sendAll(ids).then((counts) => tell(sentAgainText(counts, ids.length)), failed),
    /** Deletes the copy of an added file that is not sent any more. */
    deleteCopy: (id: string) =>
      void remove.mutateAsync({ ids: [id] }).then(() => tell(filesText.copyDeleted), failed),
    isBusy: retry.isPending || sendAgain.isPending || cancel.isPending,
  };
}

function retriedText(count: number): string {
  if (count === 0) return filesText.nothingToRetry;
  return filesText.backInQueue(count);
}

type Sent = Pick<Output<"sendAgain">, "queued" | "gone" | "changed">;

function sentAgainText({ queued, gone, changed }: Sent, asked: number): string {
  if (asked > 1) {
    const left = asked - queued;
    const said = [
      queued > 0 ? filesText.areInQueueAgain(queued) : null,
      left > 0 ? filesText.areNotSentAgain(left) : null,
    ];
    return said.filter((sentence) => sentence !== null).join(" ");
  }
  if (queued > 0) return filesText.inQueueAgain;
  if (gone > 0) return filesText.fileIsGone;
  return changed > 0 ? filesText.fileHasChanged : filesText.fileIsLeftOut;
}

function cancelledText(count: number): string {
  if (count === 0) return filesText.nothingToCancel;
  return filesText.cancelled(count);
}
