import { notifications } from "@mantine/notifications";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import { useHostCall } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";

type Filter = Input<"retry">["filter"];

const touched: readonly MethodName[] = ["status", "queue", "queue.counts", "upload", "upload.history"];

/** Retry and cancel, and sending again, for one upload or for all of a filter; each says afterwards how many there were. */
export function useUploadCalls() {
  const retry = useHostCall("retry", touched);
  const cancel = useHostCall("cancel", touched);
  const sendAgain = useHostCall("sendAgain", touched);
  const say = (message: string) => notifications.show({ message });
  const failed = (error: Error) => say(error.message);
  // A menu or a question that has closed meanwhile does not swallow the answer.
  return {
    retry: (filter: Filter, sendAnyway = false) =>
      void retry.mutateAsync({ filter, sendAnyway }).then(({ count }) => say(retriedText(count)), failed),
    cancel: (filter: Filter) =>
      void cancel.mutateAsync({ filter }).then(({ count }) => say(cancelledText(count)), failed),
    /** A delivered file, as a new version. */
    sendAgain: (id: string) =>
      void sendAgain
        .mutateAsync({ ids: [id], dates: null, otherPortal: false })
        .then((counts) => say(sentAgainText(counts)), failed),
    isBusy: retry.isPending || sendAgain.isPending || cancel.isPending,
  };
}

function retriedText(count: number): string {
  if (count === 0) return filesText.nothingToRetry;
  return filesText.backInQueue(count);
}

function sentAgainText({ queued, gone, changed }: Output<"sendAgain">): string {
  if (queued > 0) return filesText.inQueueAgain;
  if (gone > 0) return filesText.fileIsGone;
  return changed > 0 ? filesText.fileHasChanged : filesText.fileIsLeftOut;
}

function cancelledText(count: number): string {
  if (count === 0) return filesText.nothingToCancel;
  return filesText.cancelled(count);
}
