import { say } from "#base/say.ts";
import { settingLabel } from "#domain/settings-table.ts";
import { withinSentence } from "#renderer/components/format.ts";
import { nameIn, plainly, type SettingsProblemShown } from "./settings-document.ts";

/** The field at fault as its form calls it: `Pattern`; null for a key that has no field. */
export function fieldName(key: string): string | null {
  const [section = "", name] = key.replace(/\[\d+\]/g, "").split(".");
  const label = settingLabel(name === undefined ? section : `${section}.${name}`);
  return label === null ? null : say(label);
}

/** A problem away from its form: `Pattern: must hold a date.`; as the file says it where there is no field. */
export function problemText({ key, message }: Pick<SettingsProblemShown, "key" | "message">): string {
  const field = fieldName(key);
  const said = plainly(message);
  if (field === null || said === message) return message;
  const instrument = nameIn(message);
  const place = instrument === null ? field : say("{field} of {section}", { field, section: instrument });
  return `${place}: ${withinSentence(said.charAt(0))}${said.slice(1)}`;
}
