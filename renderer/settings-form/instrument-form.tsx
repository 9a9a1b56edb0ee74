import {
  Accordion,
  Button,
  Input,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { isRealDate } from "#base/dates.ts";
import type { Output } from "#contract/methods.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import { FolderPicker } from "#renderer/components/folder-picker.tsx";
import { NumberField } from "#renderer/components/number-field.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { FinishFields } from "./finish-fields.tsx";
import { InstrumentPicker, ModelPicker } from "./instrument-picker.tsx";
import { useListsInForce } from "./lists-in-force.ts";
import styles from "./settings.module.css";
import {
  flagAt,
  numberAt,
  problemOf,
  type SettingsProblemShown,
  textAt,
  textsAt,
  type Written,
  withKeys,
} from "./settings-document.ts";
import { useLeftFields } from "./use-left-fields.ts";

interface InstrumentFormProps {
  readonly instrument: Written;
  /** Files of a model: neither PID nor tags. */
  readonly isModel: boolean;
  readonly problems: readonly SettingsProblemShown[];
  /** `instruments[2]` */
  readonly keyPrefix: string;
  /** It is filled in for the first time. */
  readonly isFresh: boolean;
  readonly form: Output<"settings.read">["form"];
  readonly onChanged: (next: Written) => void;
}

/** Every setting of one instrument or model: what it is, where its files are, when they are finished. */
export function InstrumentForm(props: InstrumentFormProps) {
  const { instrument, isModel, problems, keyPrefix, form, onChanged } = props;
  const lists = useListsInForce();
  const change = (changes: Written) => onChanged(withKeys(instrument, changes));
  const { onBlur, isLeft } = useLeftFields(props.isFresh);
  // The problem of a value is said at once, that of a missing one only when its field was left.
  const isFilledIn = (key: string) => (instrument[key] ?? "") !== "";
  const problem = (key: string) =>
    isLeft(key) || isFilledIn(key) ? problemOf(problems, `${keyPrefix}.${key}`) : null;
  return (
    <fieldset className={`${styles.form} stack`} onBlur={onBlur}>
      {isModel ? (
        <ModelPicker lists={lists} instrument={instrument} problem={problem} onChanged={change} />
      ) : (
        <InstrumentPicker lists={lists} instrument={instrument} problem={problem} onChanged={change} />
      )}
      <TextInput
        name="name"
        label={settingsLabels.name}
        description={settingsText.instrumentNameHelp}
        value={textAt(instrument, "name")}
        error={problem("name")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <FolderField
        instrument={instrument}
        error={problem("folder")}
        onChanged={(folder) => change({ folder })}
      />
      <PatternField
        instrument={instrument}
        error={problem("pattern")}
        onChanged={(pattern) => change({ pattern })}
      />
      <FinishFields
        finish={instrument.finish}
        problem={problem("finish")}
        form={form}
        onChanged={(finish) => change({ finish })}
      />
      <More keys={moreKeys} problem={problem}>
        {isModel ? null : (
          <TagsField instrument={instrument} error={problem("tags")} onChanged={(tags) => change({ tags })} />
        )}
        <NumberField
          size="sm"
          type="date"
          isValid={isRealDate}
          label={settingsLabels.since}
          description={commonText.startDateHelp}
          value={textAt(instrument, "since")}
          problem={problem("since")}
          onChange={(day) => change({ since: day || undefined })}
        />
        <NumberInput
          label={settingsLabels.expectEveryMinutes}
          description={settingsText.silenceHelp}
          min={1}
          value={numberAt(instrument, "expectEveryMinutes") ?? ""}
          error={problem("expectEveryMinutes")}
          onChange={(value) => change({ expectEveryMinutes: typeof value === "number" ? value : undefined })}
        />
        <NumberField
          size="sm"
          type="date"
          isValid={isRealDate}
          label={settingsLabels.offUntil}
          description={settingsText.offUntilHelp}
          value={textAt(instrument, "offUntil")}
          problem={problem("offUntil")}
          onChange={(day) => change({ offUntil: day || undefined })}
        />
        <Select
          label={settingsLabels.check}
          description={settingsText.contentCheckHelp}
          data={settingsText.contentChecks}
          value={textAt(instrument, "check") || "warn"}
          error={problem("check")}
          allowDeselect={false}
          onChange={(check) => change({ check: check === "warn" ? undefined : check })}
        />
        <Switch
          label={settingsLabels.network}
          description={settingsText.networkDriveHelp}
          checked={flagAt(instrument, "network", false)}
          onChange={(event) => change({ network: event.currentTarget.checked || undefined })}
        />
      </More>
    </fieldset>
  );
}

/** Settings that few instruments need. */
const moreKeys = ["tags", "since", "expectEveryMinutes", "offUntil", "check", "network"];

interface MoreProps {
  readonly keys: readonly string[];
  problem(key: string): string | null;
  readonly children: ReactNode;
}

/** Folded until it is opened, one of its fields is searched for, or one of them has a problem. */
function More({ keys, problem, children }: MoreProps) {
  const [open, setOpen] = useState<string | null>(null);
  const { search, key: visit } = useLocation();
  const found = new URLSearchParams(search).get("field") ?? "";
  const isWanted = keys.some((key) => found === `instruments.${key}` || problem(key) !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same setting may be asked for again
  useEffect(() => {
    if (isWanted) setOpen("more");
  }, [isWanted, visit]);
  return (
    <Accordion variant="default" chevronPosition="left" value={open} onChange={setOpen}>
      <Accordion.Item value="more">
        <Accordion.Control>{settingsText.moreInstrumentSettings}</Accordion.Control>
        <Accordion.Panel>
          <div className={`${styles.form} stack`}>{children}</div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

interface OneFieldProps {
  readonly instrument: Written;
  readonly error: string | null;
  readonly onChanged: (value: string) => void;
}

interface FolderFieldProps extends OneFieldProps {
  readonly size?: "sm" | "md";
}

/** The folder by typing or by choosing. */
export function FolderField({ instrument, error, onChanged, size = "sm" }: FolderFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const folder = textAt(instrument, "folder");
  return (
    <>
      <TextInput
        name="folder"
        size={size}
        label={settingsLabels.folder}
        description={settingsText.folderHelp}
        value={folder}
        error={error}
        spellCheck={false}
        inputContainer={(field) => (
          <div className={`${styles.withButton} row`}>
            {field}
            <Button size={size} variant="default" onClick={() => setOpen(true)}>
              Choose…
            </Button>
          </div>
        )}
        onChange={(event) => onChanged(event.currentTarget.value)}
      />
      {isOpen ? (
        <FolderPicker
          title="Instrument folder"
          at={folder === "" ? null : folder}
          onChosen={(chosen) => {
            onChanged(chosen);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** How the files are called, below the folder. */
export function PatternField({ instrument, error, onChanged }: OneFieldProps) {
  return (
    <TextInput
      name="pattern"
      label={settingsLabels.pattern}
      description={settingsText.patternHelp}
      className="mono"
      value={textAt(instrument, "pattern")}
      error={error}
      onChange={(event) => onChanged(event.currentTarget.value)}
    />
  );
}

interface TagsFieldProps {
  readonly instrument: Written;
  readonly error: string | null;
  readonly onChanged: (tags: readonly string[] | undefined) => void;
}

/** Tags tell files of one name apart; the portal says which ones an instrument may have. */
function TagsField({ instrument, error, onChanged }: TagsFieldProps) {
  const { data } = useHostQuery("portal.instrumentTypes", {}, { staleMs: 600_000 });
  const allowed = data?.find(({ id }) => id === textAt(instrument, "instrument"))?.allowedTags;
  const value = [...textsAt(instrument, "tags")];
  const change = (tags: string[]) => onChanged(tags.length === 0 ? undefined : tags);
  if (allowed === undefined)
    return (
      <TagsInput
        label={settingsLabels.tags}
        description={settingsText.tagsUnavailable}
        value={value}
        error={error}
        onChange={change}
      />
    );
  if (allowed.length === 0 && value.length === 0)
    return (
      <Input.Wrapper
        label={settingsLabels.tags}
        labelElement="div"
        labelProps={{ "data-label": "" }}
        description={settingsText.noTagsAllowed}
      />
    );
  return (
    <MultiSelect
      label={settingsLabels.tags}
      description={settingsText.tagsHelp}
      data={[...new Set([...allowed, ...value])]}
      value={value}
      error={error}
      onChange={change}
    />
  );
}
