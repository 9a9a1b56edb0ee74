import { Button } from "@mantine/core";
import { useHostCall } from "#renderer/store/host.tsx";

interface SendNowProps {
  /** As `notify test` knows it. */
  readonly name: "heartbeat" | "report";
  readonly isSaved: boolean;
  readonly words: { readonly sendNow: string; readonly saveFirst: string };
}

/** Sends a sign of life by the saved settings, and says that it was accepted; `LastSent` says why it was not. */
export function SendNow({ name, isSaved, words }: SendNowProps) {
  const test = useHostCall("notifications.test", ["stationReport.sent", "heartbeat.sent"]);
  const told = test.data?.results.filter(({ isTaken }) => isTaken);
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
