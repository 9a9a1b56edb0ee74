import { useRouteError } from "react-router";
import { NotShown } from "#renderer/components/problem.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";

/** A page that failed: the rest of the program stays, and uploads are not touched by it. */
export function PageProblem() {
  return <NotShown title={frameText.pageFailed} error={useRouteError()} />;
}
