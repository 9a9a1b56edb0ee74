import { once } from "#base/once.ts";
import { notificationsSchema } from "#contract/settings-file.ts";
import type { Channel } from "#domain/notification-settings.ts";
import type { SettingsProblem } from "#domain/settings.ts";
import { issueProblems } from "./settings-issues.ts";

interface CheckedChannels {
  readonly channels: readonly Channel[];
  readonly problems: readonly SettingsProblem[];
}

const channelSchema = once(() => notificationsSchema().shape.channels.unwrap().unwrap().element);
const key = "notifications.channels";
const consequence = "Nothing is sent to this channel until this is corrected.";

/**
 * A channel that cannot be used is left out; the others are told. No message shows a web address. `names`: instruments and
 * models of the settings; a channel that names another one is still told of the rest.
 */
export function checkChannels(written: unknown, names: ReadonlySet<string>): CheckedChannels {
  if (!Array.isArray(written)) {
    const message = `${key} must be a list in brackets, one entry for each channel.`;
    return { channels: [], problems: [{ key, message, instrument: null }] };
  }
  const channels: Channel[] = [];
  const problems: SettingsProblem[] = [];
  written.forEach((one: unknown, index) => {
    const checked = checkChannel(one, `${key}[${index}]`);
    if ("problems" in checked) problems.push(...checked.problems);
    else if (channels.some(({ name }) => name === checked.name))
      problems.push({
        key: `${key}[${index}].name`,
        message: `${key}[${index}].name is "${checked.name}", like a channel above; give each its own name. ${consequence}`,
        instrument: null,
      });
    else {
      channels.push(checked);
      problems.push(...unknownInstruments(checked, names, `${key}[${index}].instruments`));
    }
  });
  return { channels, problems };
}

function unknownInstruments(
  { instruments }: Channel,
  names: ReadonlySet<string>,
  place: string,
): readonly SettingsProblem[] {
  return (instruments ?? []).flatMap((name, at) =>
    names.has(name)
      ? []
      : [
          {
            key: `${place}[${at}]`,
            message: `${place}[${at}] is "${name}", but no instrument or model has this name; correct or delete it.`,
            instrument: null,
          },
        ],
  );
}

/** Checks a channel as written; `place` is its key in the file. */
export function checkChannel(
  written: unknown,
  place: string,
): Channel | { readonly problems: readonly SettingsProblem[] } {
  const parsed = channelSchema().safeParse(written);
  if (parsed.success) return parsed.data;
  const shown = { ...(typeof written === "object" ? written : {}) };
  // An object is not shown.
  if (typeof Reflect.get(shown, "url") === "string") Reflect.set(shown, "url", {});
  return {
    problems: issueProblems(parsed.error.issues, shown, { key: place, instrument: null, consequence }),
  };
}
