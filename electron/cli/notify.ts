import { ask } from "./ask.ts";
import { type Command, readFlags, UsageError } from "./command.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine, printed } from "./words.ts";

export const notify: Command = {
  name: "notify",
  summary: "sends a test to the notification channels",
  help: `skyferry notify: sends a test to the notification channels of the settings, and says what each answered. Also while a daemon is
running.

Usage: skyferry notify test [--data DIR] [--json] [NAME]

${stationHelp}  --json                one JSON document: for each channel its name, type, whether it took the test (isTaken), and sentence
  NAME                  only this channel; default: every one

No address and no password is shown.

Exit codes: 0 every channel took the test; 1 one did not; 2 bad usage, no channel, or a data folder that cannot be read.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(argv, { ...stationFlags, json: { type: "boolean" } }, 2);
    const [action, name] = words;
    if (action !== "test")
      throw new UsageError(
        action === undefined
          ? "Say what to do: skyferry notify test."
          : `${JSON.stringify(action)} is an unexpected argument; the only action is test.`,
      );
    const { results } = await ask(flags, around, "notifications.test", { name: name ?? null });
    if (results.length === 0)
      throw new UsageError("The settings have no notification channel that can be used.");
    const lines = results.map(
      (one) => `${one.isTaken ? "OK      " : "PROBLEM "} ${one.name}: ${one.sentence}`,
    );
    around.stdout.write(flags.json === true ? jsonLine(results) : printed(lines));
    return results.every(({ isTaken }) => isTaken) ? 0 : 1;
  },
};
