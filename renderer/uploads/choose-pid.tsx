import { Button, Modal, Select } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { actionRoute } from "#contract/page-routes.ts";
import type { StatusIssue } from "#contract/status.ts";
import { useFocusBack } from "#renderer/components/use-focus-back.ts";
import { recordChoices } from "#renderer/settings-form/instrument-choices.ts";
import { useListsInForce } from "#renderer/settings-form/lists-in-force.ts";
import { sourcesOf, textAt, withKeys, withSource } from "#renderer/settings-form/settings-document.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { usePortalName } from "#renderer/store/portal-names.ts";
import { actionLabel } from "#renderer/text/causes.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { todayText } from "#renderer/text/today.tsx";

interface ChoosePidProps {
  /** Has an instrument. */
  readonly issue: StatusIssue;
  /** The one button of the page that stands out. */
  readonly isFirst: boolean;
}

/** Gives an instrument the PID of one that the portal knows at its site: its files are tried again then. */
export function ChoosePid({ issue, isFirst }: ChoosePidProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant={isFirst ? "filled" : "default"} onClick={() => setOpen(true)}>
        {actionLabel(issue)}
      </Button>
      {isOpen ? <PidDialog issue={issue} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

interface PidDialogProps {
  readonly issue: StatusIssue;
  readonly onClose: () => void;
}

function PidDialog({ issue, onClose }: PidDialogProps) {
  useFocusBack();
  const { instrument, action, filter, portalMessage } = issue;
  const { data: saved } = useHostQuery("settings.read", {});
  const save = useHostCall("settings.save", ["settings.read", "status", "activity"]);
  const lists = useListsInForce();
  const [chosen, setChosen] = useState<string | null>(null);
  const sources = saved === undefined ? [] : sourcesOf(saved.document, "instruments");
  const index = sources.findIndex((one) => textAt(one, "name") === instrument);
  const source = sources[index] ?? null;
  const site = textAt(source, "site");
  const siteName = usePortalName("portal.sites", site);
  const records = lists.records ?? [];
  const choices = recordChoices(records, lists.types ?? [], site, "");
  const record = records.find(({ pid }) => pid === chosen);
  const said = save.error?.message ?? (save.data?.isSaved === false ? save.data.problems[0]?.message : null);
  const use = async () => {
    if (saved === undefined || source === null || record === undefined) return;
    const kind = record.instrumentId ?? textAt(source, "instrument");
    const next = withKeys(source, { pid: record.pid, instrument: kind });
    const done = await save.mutateAsync({
      document: withSource(saved.document, "instruments", index, next),
      revision: saved.revision,
      // Other problems stay as they are.
      despiteProblems: saved.problems.length > 0,
    });
    if (done.isSaved) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={actionLabel(issue)}
      size="md"
      closeButtonProps={{ "aria-label": say("Close") }}
    >
      <div className="stack gap-12">
        <p>{todayText.pidHelp(instrument ?? "", siteName ?? site, portalMessage)}</p>
        {!lists.isPending && choices.length === 0 ? (
          <p className="muted">
            {lists.problem ?? todayText.noPidList}{" "}
            <Link to={actionRoute(action, filter)}>{todayText.enterPid}</Link>
          </p>
        ) : (
          <Select
            data-autofocus
            label={settingsText.instrumentChoice}
            searchable
            selectFirstOptionOnChange
            limit={200}
            placeholder={settingsText.nameTypeOrPid}
            nothingFoundMessage={settingsText.noSuchInstrument}
            description={chosen === null ? null : `PID ${chosen}`}
            data={choices}
            value={chosen}
            onChange={setChosen}
          />
        )}
        {said === null || said === undefined ? null : <p role="alert">{said}</p>}
        <div className="above-16 to-end wraps">
          <Button variant="default" onClick={onClose}>
            {todayText.notNow}
          </Button>
          <Button
            disabled={record === undefined}
            loading={save.isPending}
            onClick={() => void use().catch(() => {})}
          >
            {todayText.usePid}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
