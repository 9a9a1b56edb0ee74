import { Button, Select } from "@mantine/core";
import { say } from "#base/say.ts";
import { textAt } from "#renderer/settings-form/settings-document.ts";
import { setupText } from "#renderer/text/setup.tsx";
import type { NewInstruments } from "./setup-answers.ts";

/** Choice of the new instrument that the page shows; nothing where there is only one. */
export function NewInstrumentBar({ instruments }: { readonly instruments: NewInstruments }) {
  const { all, at, choose, leaveOut } = instruments;
  if (all.length < 2) return null;
  return (
    <div className="ends wraps">
      <Select
        label={say("Instrument {at} of {length}", { at: at + 1, length: all.length })}
        allowDeselect={false}
        data={all.map((one, index) => ({
          value: String(index),
          label: textAt(one, "name") || say("Instrument {index}", { index: index + 1 }),
        }))}
        value={String(at)}
        onChange={(value) => choose(Number(value))}
      />
      <Button variant="default" onClick={leaveOut}>
        {setupText.leaveThisOneOut}
      </Button>
    </div>
  );
}
