import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { StatusShown } from "#contract/status.ts";
import { Clauses } from "#renderer/components/clauses.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import {
  backlogOf,
  type InstrumentActivityShown,
  type InstrumentStatusShown,
  instrumentState,
  queueOf,
} from "#renderer/model/instrument-words.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { instrumentText } from "#renderer/text/instrument.tsx";
import { filesAddress } from "#renderer/uploads/files-filter.ts";
import styles from "./instrument.module.css";
import { useSource } from "./use-source.ts";

interface InstrumentHeadProps {
  readonly instrument: InstrumentStatusShown;
  /** Undefined while it is asked for. */
  readonly activity: InstrumentActivityShown | undefined;
  readonly status: StatusShown;
}

/** How it is, in the words of its row on Today, and what can be opened. */
export function InstrumentHead({ instrument, activity, status }: InstrumentHeadProps) {
  const { name, folder } = instrument;
  const state = instrumentState(instrument, activity, status);
  const backlog = activity === undefined ? null : backlogOf(activity.deliveredHourly, queueOf(instrument));
  const progress = state.shape === "busy" && backlog !== null ? { progress: backlog.share } : {};
  return (
    <header className="lines wraps gap-16">
      <StateShape shape={state.shape} size={36} {...progress} />
      <div className="grows">
        <h1 className="breaks">{name}</h1>
        <QuietLine
          clauses={[
            <strong key="state" className={`${styles.state} strong`} data-shape={state.shape}>
              {state.words}
            </strong>,
            ...clausesOf(instrument, activity),
            backlog?.words,
          ]}
        />
      </div>
      <div className="wraps">
        <OpenFolder folder={folder} />
        <Button component={Link} variant="default" to={filesAddress({ instrument: name })}>
          {instrumentText.showFiles}
        </Button>
        <ChangeSettings instrument={instrument} />
      </div>
    </header>
  );
}

function clausesOf(
  instrument: InstrumentStatusShown,
  activity: InstrumentActivityShown | undefined,
): ReactNode[] {
  if (activity === undefined) return [];
  const lastFileAt = activity.lastFileAt ?? instrument.lastFileAt;
  const { today } = instrument;
  return [
    // A host of an older version does not tell.
    today === undefined ? null : instrumentText.today(today.delivered, today.found),
    instrument.growing === 0 ? null : instrumentText.beingWritten(instrument.growing),
    lastFileAt === null ? null : instrumentText.lastFile(<Moment at={lastFileAt} as="ago" />),
  ];
}

function QuietLine({ clauses }: { readonly clauses: readonly ReactNode[] }) {
  return (
    <p className="numbers text-head muted">
      <Clauses clauses={clauses} />
    </p>
  );
}

/** Leads to its form. */
function ChangeSettings({ instrument }: { readonly instrument: InstrumentStatusShown }) {
  const known = useSource(instrument);
  if (known === null) return null;
  return (
    <Button component={Link} variant="default" to={known.route}>
      {instrumentText.changeSettings}
    </Button>
  );
}

/** Button that opens the folder, where this host can: a browser opens no folder. */
function OpenFolder({ folder }: { readonly folder: string }) {
  const { data: facts } = useHostQuery("shell.facts", {}, { staleMs: 60_000 });
  const reveal = useHostCall("shell.reveal", []);
  if (facts?.canReveal !== true) return null;
  return (
    <Button
      variant="default"
      leftSection={<Icon name="folder" size={16} />}
      onClick={() =>
        reveal.mutate({ path: folder }, { onError: ({ message }) => void notifications.show({ message }) })
      }
    >
      {instrumentText.openFolder}
    </Button>
  );
}
