import { Accordion, Button, Input, MultiSelect, TagsInput, TextInput } from "@mantine/core";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { instrumentRows } from "#domain/instrument-rows.ts";
import { settingsTable } from "#domain/settings-table.ts";
import { FolderPicker } from "#renderer/components/folder-picker.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { FinishFields } from "./finish-fields.tsx";
import { InstrumentPicker, ModelPicker } from "./instrument-picker.tsx";
import { useListsInForce } from "./lists-in-force.ts";
import { Lockable, type lockAt } from "./locks.tsx";
import { settingFields } from "./setting-field.tsx";
import styles from "./settings.module.css";
import {
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
  readonly lock: (key: string) => ReturnType<typeof lockAt>;
  readonly onChanged: (next: Written) => void;
  /** Shown below site and PID. */
  readonly afterSource: ReactNode;
  /** Shown below the start date. */
  readonly afterSince: ReactNode;
}

/** Every setting of one instrument or model: what it is, where its files are, when they are finished. */
export function InstrumentForm(props: InstrumentFormProps) {
  const { instrument, isModel, problems, keyPrefix, form, lock, onChanged } = props;
  const lists = useListsInForce();
  const change = (changes: Written) => onChanged(withKeys(instrument, changes));
  const { onBlur, isLeft } = useLeftFields(props.isFresh);
  // The problem of a value is said at once, that of a missing one only when its field was left.
  const isFilledIn = (key: string) => (instrument[key] ?? "") !== "";
  const problem = (key: string) =>
    isLeft(key) || isFilledIn(key) ? problemOf(problems, `${keyPrefix}.${key}`) : null;
  const field = settingFields(settingsTable.instruments, {
    written: instrument,
    problem,
    onChanged: change,
    lock,
  });
  return (
    <fieldset className={`${styles.lines} ${styles.form} stack`} onBlur={onBlur}>
      <Lockable lock={lock("site") ?? lock("instrument") ?? lock("pid") ?? lock("model")}>
        <div className={`${styles.form} stack`}>
          {isModel ? (
            <ModelPicker lists={lists} instrument={instrument} problem={problem} onChanged={change} />
          ) : (
            <InstrumentPicker lists={lists} instrument={instrument} problem={problem} onChanged={change} />
          )}
          {props.afterSource}
        </div>
      </Lockable>
      {field("name")}
      <Lockable lock={lock("folder")}>
        <FolderField
          instrument={instrument}
          error={problem("folder")}
          onChanged={(folder) => change({ folder })}
        />
      </Lockable>
      {field("pattern")}
      <Lockable lock={lock("finish")}>
        <FinishFields
          finish={instrument.finish}
          problem={problem("finish")}
          form={form}
          onChanged={(finish) => change({ finish })}
        />
      </Lockable>
      <More keys={moreKeys} problem={problem}>
        {isModel ? null : (
          <Lockable lock={lock("tags")}>
            <TagsField
              instrument={instrument}
              error={problem("tags")}
              onChanged={(tags) => change({ tags })}
            />
          </Lockable>
        )}
        {plainMoreKeys.map((key) => (
          <Fragment key={key}>
            {field(key)}
            {key === "since" ? props.afterSince : null}
          </Fragment>
        ))}
      </More>
    </fieldset>
  );
}

/** Settings that few instruments need. */
const plainMoreKeys = ["since", "expectEveryMinutes", "offUntil", "check", "network"] as const;
const moreKeys = ["tags", ...plainMoreKeys];

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
        <Accordion.Control fz="sm">{settingsText.moreInstrumentSettings}</Accordion.Control>
        <Accordion.Panel>
          <div className={`${styles.form} stack`}>{children}</div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

interface FolderFieldProps {
  readonly instrument: Written;
  readonly error: string | null;
  readonly onChanged: (value: string) => void;
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
        label={say(instrumentRows.folder.label)}
        description={say(instrumentRows.folder.help)}
        value={folder}
        error={error}
        spellCheck={false}
        inputContainer={(field) => (
          <div className={`${styles.withButton} row`}>
            {field}
            <Button size={size} variant="default" onClick={() => setOpen(true)}>
              {say("Choose…")}
            </Button>
          </div>
        )}
        onChange={(event) => onChanged(event.currentTarget.value)}
      />
      {isOpen ? (
        <FolderPicker
          title={say("Instrument folder")}
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
        label={say(instrumentRows.tags.label)}
        description={settingsText.tagsUnavailable}
        value={value}
        error={error}
        onChange={change}
      />
    );
  if (allowed.length === 0 && value.length === 0)
    return (
      <Input.Wrapper
        label={say(instrumentRows.tags.label)}
        labelElement="div"
        labelProps={{ "data-label": "" }}
        description={settingsText.noTagsAllowed}
      />
    );
  return (
    <MultiSelect
      label={say(instrumentRows.tags.label)}
      description={say(instrumentRows.tags.help)}
      data={[...new Set([...allowed, ...value])]}
      value={value}
      error={error}
      onChange={change}
    />
  );
}
