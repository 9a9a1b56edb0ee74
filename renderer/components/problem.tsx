import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { errorText } from "#base/text.ts";
import { reloadIfServed } from "#renderer/store/reload.ts";
import { commonText } from "#renderer/text/common.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import { EmptyState } from "./empty-state.tsx";
import { isNotLoaded } from "./later-part.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";

interface ProblemProps {
  readonly title: string;
  /** Words of the problem: what happened, what is safe, what to do. */
  readonly message: string;
  readonly action?: ReactNode;
  /** It passes without anybody here. */
  readonly isTransient?: boolean;
}

/** Shown in place of a part of a page that failed; the rest of the page goes on. */
export function ProblemBox({ message, isTransient = false, ...rest }: ProblemProps) {
  return (
    <EmptyState {...rest} shape={isTransient ? "away" : "problem"} role="alert">
      {message}
    </EmptyState>
  );
}

/** The same for a page, or a part of one, that could not be loaded or drawn. */
export function NotShown({ title, error }: { readonly title: string; readonly error: unknown }) {
  const message = isNotLoaded(error)
    ? commonText.filesAreSafe(frameText.stoppedOrUpdated)
    : frameText.onlyThisFailed(errorText(error));
  return <FailedPage title={title} message={message} />;
}

/** The same for what the page cannot do without: loading it again is the way on. */
export function FailedPage(props: Pick<ProblemProps, "title" | "message">) {
  const reload = async () => {
    if (!(await reloadIfServed())) notifications.show({ message: frameText.hostStopped });
  };
  return (
    <ProblemBox {...props} action={<Button onClick={() => void reload()}>{commonText.reloadPage}</Button>} />
  );
}

interface PendingPageProps {
  /** Says what is not shown when the answer has failed. */
  readonly title: string;
  /** Null while the answer is on its way. */
  readonly error: Error | null;
  readonly rows?: number;
}

/** Shown in place of what a page has no answer for yet. */
export function PendingPage({ title, error, rows = 8 }: PendingPageProps) {
  if (error === null) return <SkeletonRows rows={rows} />;
  return <FailedPage title={title} message={commonText.filesAreSafe(error.message)} />;
}
