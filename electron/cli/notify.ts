import { askStation } from "./ask.ts";
import { type Command, readFlags, UsageError } from "./command.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine, printed } from "./words.ts";

export const notify: Command = {
  name: "notify",
  summary: "sends a test message to the notification channels",
  help: `skyferry notify: sends a test message to the notification channels of the settings, and says what each answered. Also while a daemon
is running.

Usage: skyferry notify test [--data DIR] [--json] [NAME]

${stationHelp}  --json                prints one JSON document: for each channel its name, type, whether it accepted the test (isTaken), and a sentence
  NAME                  only this channel; default: all

It shows no address or password.

Exit codes: 0 every channel accepted the test; 1 one did not; 2 bad usage, no channel, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags, words } = readFlags(argv, { ...stationFlags, json: { type: "boolean" } }, 2);
    const [action, name] = words;
    if (action !== "test")
      throw new UsageError(
        action === undefined
          ? "An action is missing: skyferry notify test."
          : `${JSON.stringify(action)} is an unexpected argument; the only action is test.`,
      );
    const { results } = await askStation(flags, around, "notifications.test", { name: name ?? null });
    if (results.length === 0) throw new UsageError("The settings contain no usable notification channel.");
    const lines = results.map(
      (one) => `${one.isTaken ? "OK      " : "PROBLEM "} ${one.name}: ${one.sentence}`,
    );
    around.stdout.write(flags.json === true ? jsonLine(results) : printed(lines));
    return results.every(({ isTaken }) => isTaken) ? 0 : 1;
  },
};
