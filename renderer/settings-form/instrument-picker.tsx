import { Select, TextInput } from "@mantine/core";
import { say } from "#base/say.ts";
import { instrumentRows, modelRows } from "#domain/instrument-rows.ts";
import { handleOf } from "#renderer/components/format.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { choiceOf, isUnknownPid, recordChoices, siteChoices, typeChoices } from "./instrument-choices.ts";
import type { OfferedLists } from "./lists-in-force.ts";
import styles from "./settings.module.css";
import { textAt, type Written } from "./settings-document.ts";

interface InstrumentPickerProps {
  readonly lists: OfferedLists;
  readonly instrument: Written;
  readonly problem: (key: string) => string | null;
  readonly onChanged: (changes: Written) => void;
}

/** Site, instrument and PID out of the portal's own lists; by hand where the portal cannot be asked. */
export function InstrumentPicker({ lists, instrument, problem, onChanged }: InstrumentPickerProps) {
  const site = textAt(instrument, "site");
  const pid = textAt(instrument, "pid");
  const type = textAt(instrument, "instrument");
  const types = lists.types ?? [];
  const offered = lists.records ?? null;
  const choices = recordChoices(offered ?? [], types, site, pid);
  const known = choiceOf(choices, pid);
  const isUnknown = isUnknownPid(offered ?? [], site, pid);
  return (
    <>
      {lists.problem === null ? null : (
        <p className="muted" role="status">
          {settingsText.listsUnavailable(
            lists.problem,
            <button type="button" className={`${styles.inlineButton} bare`} onClick={lists.askAgain}>
              {<>{say("try again")} </>}
            </button>,
          )}
        </p>
      )}
      <SiteField lists={lists} site={site} problem={problem} onChanged={onChanged} />
      {lists.isPending ? null : offered === null || (choices.length === 0 && (site !== "" || pid !== "")) ? (
        <ByHand
          instrument={instrument}
          problem={problem}
          onChanged={onChanged}
          types={typeChoices(types, type)}
        />
      ) : (
        <Select
          label={settingsText.instrumentChoice}
          searchable
          selectFirstOptionOnChange
          limit={200}
          disabled={site === ""}
          placeholder={site === "" ? settingsText.chooseTheSiteFirst : settingsText.nameTypeOrPid}
          nothingFoundMessage={settingsText.noSuchInstrument}
          description={pid === "" ? null : `PID ${handleOf(pid)}`}
          data={choices}
          value={known === null ? null : pid}
          error={
            problem("pid") ?? problem("instrument") ?? (isUnknown ? settingsText.noSuchInstrument : null)
          }
          onChange={(value) => {
            const record = offered.find((one) => one.pid === value);
            if (record === undefined) return;
            const name = textAt(instrument, "name");
            onChanged({
              pid: record.pid,
              instrument: record.instrumentId ?? type,
              ...(name === "" ? { name: record.name } : {}),
            });
          }}
        />
      )}
    </>
  );
}

/** Site and model out of the portal's own lists; by hand where the portal cannot be asked. */
export function ModelPicker({ lists, instrument, problem, onChanged }: InstrumentPickerProps) {
  const { data: models } = useHostQuery("portal.models", {}, { staleMs: 600_000 });
  const model = textAt(instrument, "model");
  const name = textAt(instrument, "name");
  const site = (
    <SiteField lists={lists} site={textAt(instrument, "site")} problem={problem} onChanged={onChanged} />
  );
  if (models === undefined)
    return (
      <>
        {site}
        <TextInput
          label={say(modelRows.model.label)}
          value={model}
          error={problem("model")}
          onChange={(event) => onChanged({ model: event.currentTarget.value.trim() })}
        />
      </>
    );
  return (
    <>
      {site}
      <Select
        label={say(modelRows.model.label)}
        searchable
        selectFirstOptionOnChange
        data={typeChoices(models, model)}
        value={model === "" ? null : model}
        error={problem("model")}
        onChange={(value) => {
          const known = models.find(({ id }) => id === value);
          onChanged({
            model: value ?? "",
            ...(name === "" && known !== undefined ? { name: `${known.humanReadableName} model` } : {}),
          });
        }}
      />
    </>
  );
}

function SiteField({
  lists,
  site,
  problem,
  onChanged,
}: Omit<InstrumentPickerProps, "instrument"> & { readonly site: string }) {
  const label = say(instrumentRows.site.label);
  if (lists.isPending)
    return <Select label={label} disabled placeholder={settingsText.loadingSites} data={[]} />;
  if (lists.sites === undefined)
    return (
      <TextInput
        label={label}
        value={site}
        error={problem("site")}
        onChange={(event) => onChanged({ site: event.currentTarget.value })}
      />
    );
  return (
    <Select
      label={label}
      searchable
      selectFirstOptionOnChange
      limit={200}
      placeholder={settingsText.siteNameOrId}
      nothingFoundMessage={settingsText.noSuchSite}
      data={siteChoices(lists.sites, site)}
      value={site === "" ? null : site}
      error={problem("site")}
      onChange={(value) => onChanged({ site: value ?? "" })}
    />
  );
}

function ByHand({
  instrument,
  problem,
  onChanged,
  types,
}: Omit<InstrumentPickerProps, "lists"> & { readonly types: ReturnType<typeof typeChoices> }) {
  return (
    <div className={styles.pair}>
      <Select
        label={say(instrumentRows.instrument.label)}
        searchable
        selectFirstOptionOnChange
        data={types}
        value={textAt(instrument, "instrument") || null}
        error={problem("instrument")}
        onChange={(value) => onChanged({ instrument: value ?? "" })}
      />
      <TextInput
        label={say(instrumentRows.pid.label)}
        placeholder={instrumentRows.pid.placeholder}
        value={textAt(instrument, "pid")}
        error={problem("pid")}
        onChange={(event) => onChanged({ pid: event.currentTarget.value.trim() })}
      />
    </div>
  );
}
