import { SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { Page } from "#renderer/components/page.tsx";
import { useAddress } from "#renderer/store/use-address.ts";
import { logText } from "#renderer/text/log.tsx";
import { LinesView } from "./lines-view.tsx";
import { LogDays } from "./log-days.tsx";

/** Log of what happened: by day, or file by file. */
export function LogScreen() {
  const [address, setAddress] = useAddress();
  const view = address.get("view") === "files" ? "files" : "days";
  const choose = (next: string) =>
    setAddress((before) => {
      const words = new URLSearchParams(before);
      if (next === "files") words.set("view", next);
      else words.delete("view");
      return words;
    });
  const switcher = (
    <SegmentedControl
      size="xs"
      aria-label={logText.view}
      value={view}
      onChange={choose}
      data={[
        { value: "days", label: logText.byDay },
        { value: "files", label: logText.fileByFile },
      ]}
    />
  );
  const around = (actions: ReactNode, children: ReactNode) => (
    <Page
      title={say("Log")}
      help="pages#log"
      fills={view === "files"}
      actions={
        <>
          {switcher}
          {actions}
        </>
      }
    >
      {children}
    </Page>
  );
  return view === "files" ? <LinesView around={around} /> : <LogDays around={around} />;
}
