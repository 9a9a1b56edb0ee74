import { NumberInput, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { isRealDate } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { PlainOf, PlainRow, SettingRows } from "#domain/setting-rows.ts";
import { settingsTable } from "#domain/settings-table.ts";
import { NumberField } from "#renderer/components/number-field.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import { Lockable, lockAt } from "./locks.tsx";
import { QuietHoursField } from "./quiet-hours-field.tsx";
import { flagAt, numberAt, problemOf, textAt, textsAt, type Written, withKeys } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

interface Section {
  /** The section of the file, an instrument or a model, as written. */
  readonly written: Written | null;
  readonly problem: (key: string) => string | null;
  /** `undefined` takes a key out, so that its default holds. */
  readonly onChanged: (changes: Written) => void;
  /** Left out: nothing is locked. */
  readonly lock?: (key: string) => ReturnType<typeof lockAt>;
}

/** Gives the field of each plain setting of a section of the draft, by its key. */
export function sectionFields<Name extends "portal" | "notifications" | "keep">(
  draft: SettingsDraft,
  name: Name,
) {
  const { document, problems, change } = draft;
  return settingFields(settingsTable[name], {
    written: document[name],
    problem: (key) => problemOf(problems, `${name}.${key}`),
    lock: (key) => lockAt(draft, `${name}.${key}`),
    onChanged: (changes) => change({ ...document, [name]: withKeys(document[name], changes) }),
  });
}

/** The same of an instrument, or of what is no section of the draft. */
export function settingFields<Rows extends SettingRows>(rows: Rows, section: Section) {
  return (key: keyof PlainOf<Rows> & string) => {
    const row = rows[key];
    return row === undefined || row.kind === "own" ? null : (
      <Lockable key={key} lock={section.lock?.(key) ?? null}>
        <SettingField name={key} row={row} {...section} />
      </Lockable>
    );
  };
}

/** The end of a help that says what an empty field means, where that is short enough for the field itself. */
const empty = /\s*\bEmpty: ([^.]{1,12})(?:\.|$)/;

interface SettingFieldProps extends Section {
  readonly row: PlainRow;
  readonly name: string;
}

/** Field of a plain setting: words and kind by its row, its value as written. */
function SettingField({ row, name, written, problem, onChanged }: SettingFieldProps) {
  const change = (value: unknown) => onChanged({ [name]: value });
  const error = problem(name);
  const common = {
    name,
    label: say(row.title ?? row.label ?? name),
    description: say(row.help ?? ""),
    error,
  };
  const text = textAt(written, name);
  switch (row.kind) {
    case "text":
      return (
        <TextInput
          {...common}
          className={row.isCode ? "mono" : ""}
          placeholder={row.placeholder}
          value={text}
          onChange={({ currentTarget: { value } }) => change(row.usual === null ? value || undefined : value)}
        />
      );
    case "number": {
      const usual = empty.exec(row.help ?? "")?.[1];
      return (
        <NumberInput
          {...common}
          description={common.description.replace(empty, "")}
          placeholder={
            usual === undefined
              ? ""
              : settingsText.byDefault(
                  /^[\d,]+$/.test(usual) ? countText(Number(usual.replaceAll(",", ""))) : say(usual),
                )
          }
          {...(row.step === undefined ? {} : { step: row.step, thousandSeparator: " " })}
          suffix={row.unit ?? ""}
          min={row.least ?? 1}
          max={row.most ?? Number.MAX_VALUE}
          value={numberAt(written, name) ?? ""}
          onChange={(value) => change(typeof value === "number" ? value : undefined)}
        />
      );
    }
    case "switch":
      return (
        <Switch
          {...common}
          checked={flagAt(written, name, row.usual)}
          onChange={({ currentTarget: { checked } }) => change(checked === row.usual ? undefined : checked)}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          data={Object.entries(row.choices).map(([value, label]) => ({ value, label: say(label) }))}
          allowDeselect={false}
          value={text || row.usual}
          onChange={(value) => change(value === row.usual ? undefined : value)}
        />
      );
    case "texts":
      return (
        <TagsInput
          {...common}
          value={[...textsAt(written, name)]}
          onChange={(texts) => change(texts.length === 0 ? undefined : texts)}
        />
      );
    case "day":
      return (
        <NumberField
          {...common}
          problem={error}
          size="sm"
          type="date"
          isValid={isRealDate}
          value={text}
          onChange={(day) => change(day || undefined)}
        />
      );
    case "hours":
      return <QuietHoursField {...common} written={written} onChanged={change} />;
  }
}
