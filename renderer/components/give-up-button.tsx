import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { say } from "#base/say.ts";
import type { MethodName } from "#contract/methods.ts";
import type { StatusIssue } from "#contract/status.ts";
import { useHostCall } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { Confirm } from "./confirm.tsx";

const touched: readonly MethodName[] = ["status", "activity", "queue.windows", "queue.counts"];

/** Gives up the files that nothing sends any more; asks first. */
export function GiveUpButton({
  issue: { cause, count },
}: {
  readonly issue: Pick<StatusIssue, "cause" | "count">;
}) {
  const cancel = useHostCall("cancel", touched);
  const [isAsking, setIsAsking] = useState(false);
  if (cause !== "no-instrument") return null;
  const tell = (message: string) => notifications.show({ message });
  const action = commonText.giveUp(say("{count, plural, one {# file} other {# files}}", { count }));
  const giveUp = () =>
    void cancel.mutateAsync({ filter: { cause } }).then(
      (given) =>
        tell(
          commonText.givenUp(say("{count, plural, one {# file} other {# files}}", { count: given.count })),
        ),
      (error: Error) => tell(error.message),
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={cancel.isPending}
        onClick={() => setIsAsking(true)}
      >
        {action}
      </Button>
      {isAsking ? (
        <Confirm title={`${action}?`} action={action} onConfirm={giveUp} onClose={() => setIsAsking(false)}>
          {commonText.giveUpConsequence}
        </Confirm>
      ) : null}
    </>
  );
}
