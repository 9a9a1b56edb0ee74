import { useRouteError } from "react-router";
import { errorText } from "#base/text.ts";
import { isNotLoaded } from "#renderer/components/later-part.tsx";
import { FailedPage } from "#renderer/components/problem.tsx";
import { commonText } from "#renderer/text/common.ts";
import { frameText } from "#renderer/text/frame.tsx";

/** A page that failed: the rest of the program stays, and uploads are not touched by it. */
export function PageProblem() {
  const error = useRouteError();
  return (
    <FailedPage
      title={frameText.pageFailed}
      message={
        isNotLoaded(error)
          ? commonText.filesAreSafe(frameText.hostStopped)
          : frameText.onlyThisPageFailed(errorText(error))
      }
    />
  );
}
