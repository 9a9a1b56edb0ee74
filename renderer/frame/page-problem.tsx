import { Button } from "@mantine/core";
import { useRouteError } from "react-router";
import { errorText } from "#base/text.ts";
import { Problem } from "#renderer/components/problem.tsx";
import { commonText } from "#renderer/text/common.ts";
import { frameText } from "#renderer/text/frame.tsx";

/** A page that failed: the rest of the program stays, and uploads are not touched by it. */
export function PageProblem() {
  const error = useRouteError();
  return (
    <Problem
      title={frameText.pageFailed}
      message={frameText.onlyThisPageFailed(errorText(error))}
      action={<Button onClick={() => window.location.reload()}>{commonText.reloadPage}</Button>}
    />
  );
}
