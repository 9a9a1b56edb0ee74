import { Button } from "@mantine/core";
import { useRouteError } from "react-router";
import { errorText } from "#base/text.ts";
import { Trouble } from "#renderer/components/trouble.tsx";

/** A page that failed: the rest of the program stays, and uploads are not touched by it. */
export function PageTrouble() {
  const error = useRouteError();
  return (
    <Trouble
      title="This page could not be shown"
      message={`Sending continues; only this page failed. ${errorText(error)}`}
      action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    />
  );
}
