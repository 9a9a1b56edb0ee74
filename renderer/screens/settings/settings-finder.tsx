import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { Icon } from "#renderer/components/icon.tsx";
import { addressOf, findSettings, type KnownSetting } from "#renderer/settings-form/settings-search.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./settings-finder.module.css";

const mostShown = 8;

interface SettingsFinderProps {
  readonly known: readonly KnownSetting[];
  /** The name of the page at an address. */
  readonly pageOf: (to: string) => string;
}

/** Finds a setting by a part of its name, help or key; arrows choose, Enter goes there. */
export function SettingsFinder({ known, pageOf }: SettingsFinderProps) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const found = findSettings(known, typed).slice(0, mostShown);
  const chosen = found[Math.min(at, found.length - 1)];
  const isOpen = typed.trim() !== "";
  const take = (setting: KnownSetting | undefined) => {
    if (setting === undefined) return;
    setTyped("");
    void navigate(addressOf(setting));
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") take(chosen);
    else if (event.key === "Escape" && isOpen) setTyped("");
    else if (step !== undefined && found.length > 0)
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <div className={`${styles.finder} holds`}>
      <TextInput
        type="search"
        role="combobox"
        aria-label={settingsText.searchSettings}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        placeholder={settingsText.searchSettings}
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
        onBlur={() => setTyped("")}
      />
      {isOpen && found.length === 0 ? (
        <p className={`${styles.list} pad-8 muted`} role="status">
          {settingsText.noSettingFound}
        </p>
      ) : null}
      <div
        id={listId}
        className={found.length === 0 ? "" : (styles.list ?? "")}
        role="listbox"
        aria-label={settingsText.searchSettings}
      >
        {found.map((setting) => (
          <div
            key={setting.id}
            id={`${listId}-${setting.id}`}
            className={`${styles.item} choosable`}
            role="option"
            tabIndex={-1}
            aria-selected={setting === chosen}
            // Before the field loses its focus, and this list with it.
            onMouseDown={(event) => {
              event.preventDefault();
              take(setting);
            }}
          >
            <span className="row gap-12 spread">
              <strong>{setting.label}</strong>
              <span className="rigid muted text-small">{pageOf(setting.to)}</span>
            </span>
            <span className="clipped muted text-small">{setting.help}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
