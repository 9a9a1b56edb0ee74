import { Button } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { goToHost } from "#renderer/store/go-to-host.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame-text.tsx";
import styles from "./frame.module.css";

/** Says on every page that these are not the station's own files, and leads back. */
export function DemoBanner() {
  const { data } = useHostQuery("demo.state", {}, { staleMs: Number.POSITIVE_INFINITY });
  const end = useHostCall("demo.end", []);
  const [isOver, setOver] = useState(false);
  if (data?.kind !== "inside") return null;
  return (
    <section className={`${styles.banner} row starts gap-12`} data-tone="idle" aria-label={say("Demo")}>
      <Icon name="info" />
      <p className={`${styles.said} grows breaks`}>
        {isOver ? (
          <strong>{frameText.demoEnded}</strong>
        ) : (
          <>
            <strong>{frameText.thisIsADemo}</strong> {frameText.demoIsSimulated}{" "}
            <span className="roomy">
              {frameText.demoWritesTo(<span className="mono">{data.instrumentFolder}</span>)}
            </span>
          </>
        )}
      </p>
      {isOver ? null : (
        <Button
          size="compact-sm"
          variant="default"
          loading={end.isPending}
          onClick={() =>
            end.mutate(
              {},
              { onSuccess: ({ backTo }) => (backTo === null ? setOver(true) : goToHost(backTo)) },
            )
          }
        >
          {frameText.endDemo}
        </Button>
      )}
    </section>
  );
}
