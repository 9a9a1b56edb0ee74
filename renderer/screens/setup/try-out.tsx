import { Button } from "@mantine/core";
import { Sentence } from "#renderer/components/sentence.tsx";
import { goToHost } from "#renderer/store/go-to-host.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { setupText } from "#renderer/text/setup.tsx";

/** Button that leads to a portal, instruments and files that are there to play with. */
export function TryOut() {
  const { data } = useHostQuery("demo.state", {});
  const start = useHostCall("demo.start", ["demo.state"]);
  const isAttached = useHostQuery("shell.facts", {}).data?.isAttached ?? false;
  // An attached window speaks with a daemon and cannot follow it to another address.
  if (data === undefined || data.kind === "none" || data.kind === "inside" || isAttached)
    return <p className="muted">{setupText.builtInPortalUnavailable}</p>;
  return (
    <div className="stack gap-12">
      <p className="muted">{setupText.builtInPortalHelp}</p>
      <div>
        <Button
          variant="default"
          loading={start.isPending}
          onClick={() => start.mutate({}, { onSuccess: ({ ui }) => goToHost(ui) })}
        >
          {data.kind === "running" ? setupText.continueWithBuiltInPortal : commonText.tryBuiltInPortal}
        </Button>
      </div>
      {start.isPending ? (
        <Sentence shape="busy" role="status">
          {setupText.creatingDemoData}
        </Sentence>
      ) : null}
      {start.error === null ? null : <p role="alert">{start.error.message}</p>}
    </div>
  );
}
