import { notifications } from "@mantine/notifications";
import { counted } from "#base/text.ts";
import type { Input, MethodName } from "#contract/methods.ts";
import { useHostCall } from "#renderer/store/host.tsx";

type Filter = Input<"retry">["filter"];

const touched: readonly MethodName[] = ["status", "queue", "queue.counts", "upload", "upload.story"];

/** Retry and cancel, for one upload or for all of a filter; each says afterwards how many there were. */
export function useUploadCalls() {
  const retry = useHostCall("retry", touched);
  const cancel = useHostCall("cancel", touched);
  const say = (message: string) => notifications.show({ message });
  const failed = (error: Error) => say(error.message);
  // A menu or a question that has closed meanwhile does not swallow the answer.
  return {
    retry: (filter: Filter) =>
      void retry.mutateAsync({ filter }).then(({ count }) => say(retriedText(count)), failed),
    cancel: (filter: Filter) =>
      void cancel.mutateAsync({ filter }).then(({ count }) => say(cancelledText(count)), failed),
    isBusy: retry.isPending || cancel.isPending,
  };
}

function retriedText(count: number): string {
  if (count === 0) return "Nothing to retry: the files have changed state in the meantime.";
  return `${counted(count, "file is", "files are")} back in the queue.`;
}

function cancelledText(count: number): string {
  if (count === 0) return "Nothing to cancel: the files have changed state in the meantime.";
  return `${counted(count, "file was", "files were")} cancelled. You can retry ${count === 1 ? "it" : "them"} later.`;
}
