import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { InstrumentForm } from "./instrument-form.tsx";
import { PatternTester } from "./pattern-tester.tsx";
import styles from "./settings.module.css";
import {
  problemsOfInstrument,
  textAt,
  type Written,
  withInstrument,
  withoutInstrument,
} from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** What a new instrument begins with. */
export const freshInstrument: Written = { finish: { policy: "settle", seconds: 60 } };

/** One instrument: its form, and beside it what its pattern takes of the real folder. */
export function InstrumentPage({ draft }: { readonly draft: SettingsDraft }) {
  const { index: at = "" } = useParams();
  return <OneInstrument key={at} at={at} draft={draft} />;
}

function OneInstrument({ at, draft }: { readonly at: string; readonly draft: SettingsDraft }) {
  const { instruments } = draft.document;
  const isNew = at === "new";
  // A new one joins the draft with the first field that is filled in, and stays at its place then.
  const [index] = useState(isNew ? instruments.length : Number(at));
  const instrument = instruments[index] ?? (isNew ? freshInstrument : null);
  if (instrument === null)
    return (
      <EmptyState title={settingsText.instrumentNotFound}>{settingsText.instrumentNotFoundHelp}</EmptyState>
    );
  return (
    <div className={styles.split}>
      <Panel
        title={textAt(instrument, "name") || "New instrument"}
        aside={isNew ? null : <Remove draft={draft} index={index} />}
      >
        <InstrumentForm
          instrument={instrument}
          problems={problemsOfInstrument(draft.problems, index)}
          keyPrefix={`instruments[${index}]`}
          form={draft.saved.form}
          onChanged={(next) => draft.change(withInstrument(draft.document, index, next))}
        />
      </Panel>
      <Panel title={commonText.filesInFolder}>
        <PatternTester
          instrument={instrument}
          onPattern={(pattern) =>
            draft.change(withInstrument(draft.document, index, { ...instrument, pattern }))
          }
        />
      </Panel>
    </div>
  );
}

function Remove({ draft, index }: { readonly draft: SettingsDraft; readonly index: number }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  if (!isAsking)
    return (
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsking(true)}>
        Remove
      </Button>
    );
  return (
    <span className={`${styles.row} wraps`}>
      <span className="muted">{commonText.itsFilesStay}</span>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(false)}>
        Keep it
      </Button>
      <Button
        size="compact-sm"
        color="red"
        onClick={() => {
          draft.change(withoutInstrument(draft.document, index));
          void navigate("/settings/instruments");
        }}
      >
        {settingsText.removeThisInstrument}
      </Button>
    </span>
  );
}
