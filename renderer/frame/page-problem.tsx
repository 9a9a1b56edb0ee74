import { useRouteError } from "react-router";
import { errorText } from "#base/text.ts";
import { FailedPage } from "#renderer/components/problem.tsx";
import { commonText } from "#renderer/text/common.ts";
import { frameText } from "#renderer/text/frame.tsx";

/** A page that failed: the rest of the program stays, and uploads are not touched by it. */
export function PageProblem() {
  const message = errorText(useRouteError());
  return (
    <FailedPage
      title={frameText.pageFailed}
      message={
        notLoaded.test(message)
          ? commonText.filesAreSafe(frameText.hostStopped)
          : frameText.onlyThisPageFailed(message)
      }
    />
  );
}

/** What Chromium, Firefox, Safari and Vite say of a part of the pages that nobody serves. */
const notLoaded = /dynamically imported module|Importing a module script|Unable to preload/;
