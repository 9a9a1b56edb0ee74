import { Button } from "@mantine/core";
import { useHostCall } from "#renderer/store/host.tsx";

interface SendNowProps {
  /** As `notify test` knows it. */
  readonly name: "heartbeat" | "report";
  readonly isSaved: boolean;
  /** Left out: a failure is told here, too. */
  readonly failsElsewhere?: true;
  readonly words: { readonly sendNow: string; readonly saveFirst: string };
}

/** Sends a sign of life by the saved settings, and says what became of it. */
export function SendNow({ name, isSaved, failsElsewhere, words }: SendNowProps) {
  const test = useHostCall("notifications.test", ["stationReport.sent"]);
  const told = test.data?.results.filter(({ isTaken }) => isTaken || failsElsewhere !== true);
  const said = told?.map(({ sentence }) => sentence).join(" ") ?? test.error?.message ?? "";
  return (
    <>
      <div className="wraps">
        <Button
          variant="default"
          loading={test.isPending}
          disabled={!isSaved}
          onClick={() => test.mutate({ name })}
        >
          {isSaved ? words.sendNow : words.saveFirst}
        </Button>
      </div>
      {said === "" ? null : <p role="status">{said}</p>}
    </>
  );
}
