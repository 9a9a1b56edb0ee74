import { Fieldset } from "@mantine/core";
import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { rowOfKey } from "#domain/settings-keys.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./settings.module.css";
import { channelsIn, sourcesOf, textAt } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** A key that a file of an administrator locks. */
type LockShown = Output<"settings.read">["locked"][number];

/** A draft as far as locks matter. */
type Locking = Pick<SettingsDraft, "saved" | "document">;

/**
 * The lock of a setting: `portal.url`, `instruments[2].pid`; null where it is free. An entry as a whole (`instruments[2]`), and
 * its name, are locked by any of its keys.
 */
export function lockAt({ saved, document }: Locking, key: string): LockShown | null {
  const [, list, index, inner] = /^(.+)\[(\d+)\](?:\.(.+))?$/.exec(key) ?? [];
  const whole = list ?? key;
  const ofWhole = saved.locked.find((one) => whole === one.key || whole.startsWith(`${one.key}.`));
  if (ofWhole !== undefined || list === undefined) return ofWhole ?? null;
  const entries =
    list === "instruments" || list === "models" ? sourcesOf(document, list) : channelsIn(document);
  const name = textAt(entries[Number(index)] ?? null, "name");
  const isOfEntry = ({ key: of, names }: LockShown) =>
    of.startsWith(`${list}[].`) &&
    names?.includes(name) === true &&
    (inner === undefined || inner === "name" || of === `${list}[].${inner}`);
  return saved.locked.find(isOfEntry) ?? null;
}

interface LockableProps {
  readonly lock: LockShown | null;
  readonly children: ReactNode;
}

/** Fields that cannot be changed while their setting is locked, with a padlock; `LockNotice` says why. */
export function Lockable({ lock, children }: LockableProps) {
  if (lock === null) return children;
  return (
    <div className={`${styles.lockable} holds`}>
      <Fieldset variant="unstyled" disabled>
        {children}
      </Fieldset>
      <span
        className={`${styles.padlock} inline`}
        role="img"
        aria-label={settingsText.locked}
        title={lockSource(lock)}
      >
        <Icon name="lock" />
      </span>
    </div>
  );
}

function lockSource({ file, because }: LockShown): string {
  return because === null ? file : `${because} (${file})`;
}

/** Names what an administrator's files lock of these sections or keys, which file it is, and why. */
export function LockNotice({
  saved,
  keys,
}: Pick<SettingsDraft, "saved"> & { readonly keys: readonly string[] }) {
  const locks = saved.locked.filter(
    ({ key }) =>
      keys.includes(key.replace(/[.[].*$/, "")) ||
      keys.some((one) => one === key || one.startsWith(`${key}.`)),
  );
  const files = [...new Map(locks.map((one) => [one.file, one]))];
  return files.map(([file, { because }]) => (
    <div key={file} className="row gap-12" role="note">
      <span>
        <Icon name="lock" />
      </span>
      <p className="shrinks breaks">
        {settingsText.lockedByFile(
          locks.filter((one) => one.file === file).map(({ key }) => nameOf(key)),
          <span className="mono">{file}</span>,
        )}{" "}
        {because}
      </p>
    </div>
  ));
}

function nameOf(key: string): string {
  const [list = "", inner] = key.split("[].");
  const section = settingsText.lockedSections[list as keyof typeof settingsText.lockedSections];
  const [parent = "", name = key] = [list, inner]
    .filter((one) => one !== undefined)
    .join(".")
    .split(".");
  const row = rowOfKey([{ name: parent }, { name }]);
  const field = list === "notifications.channels" ? inner : say(row?.label ?? row?.title ?? name);
  return section === undefined || inner === undefined
    ? (section ?? field ?? key)
    : settingsText.fieldOf(field ?? inner, section);
}
