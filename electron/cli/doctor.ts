import { homedir } from "node:os";
import { diagnose } from "#compose/diagnose.ts";
import { userDataFolder } from "#compose/user-data-folder.ts";
import type { Diagnosis } from "#domain/diagnosis.ts";
import { builtPages } from "./built-pages.ts";
import { absolutePath, type Command, readFlags } from "./command.ts";
import { electronHome, electronRuntime, hasDisplay } from "./electron-runtime.ts";
import { sandboxRemedy } from "./sandbox.ts";
import { jsonLine, printed } from "./words.ts";

const marks = { ok: "OK     ", problem: "PROBLEM", skipped: "-      " } as const;

export const doctor: Command = {
  name: "doctor",
  summary: "checks that this PC has everything that Skyferry needs",
  help: `skyferry doctor: checks everything that Skyferry needs on this PC, and says what is wrong and what to do.

Usage: skyferry doctor [--data DIR] [--settings FILE] [--network] [--json]

  --data DIR       data folder to check; default: the window's. Nothing in it is changed
  --settings FILE  settings file; default: settings.json in the data folder
  --network        also asks the portal whether it answers, without a password
  --json           prints one JSON document: version, and for each check its name, state (ok, problem, skipped) and text

Each check has a time limit. It shows no password or token.

Exit codes: 0 no problem; 1 there is a problem; 2 bad usage.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      data: { type: "string" },
      settings: { type: "string" },
      network: { type: "boolean" },
      json: { type: "boolean" },
    });
    const { env, version, stdout } = around;
    const diagnoses: Diagnosis[] = [];
    const take = (diagnosis: Diagnosis): void => {
      diagnoses.push(diagnosis);
      const { name, state, text } = diagnosis;
      if (flags.json !== true) stdout.write(printed([`${marks[state]} ${name}: ${text}`]));
    };
    await diagnose(
      {
        dataFolder:
          flags.data === undefined
            ? userDataFolder(process.platform, env, homedir())
            : absolutePath(flags.data, around),
        settingsFile: flags.settings === undefined ? null : absolutePath(flags.settings, around),
        env,
        version,
        pagesFolder: builtPages(),
        network: flags.network === true,
        isHost: false,
      },
      take,
    );
    take({ name: "Window", ...windowState(env) });
    if (flags.json === true) stdout.write(jsonLine({ version, diagnoses }));
    return diagnoses.some(({ state }) => state === "problem") ? 1 : 0;
  },
};

/** Whether the desktop's window could open, as far as files tell. */
function windowState(env: NodeJS.ProcessEnv): Pick<Diagnosis, "state" | "text"> {
  const isDesktop = process.versions.electron !== undefined;
  const program = isDesktop ? process.execPath : electronRuntime();
  if (program === null)
    return electronHome() === null
      ? { state: "skipped", text: "This package has no window: its pages open in the browser." }
      : { state: "skipped", text: "The Electron runtime is not installed yet: npm start downloads it." };
  if (!hasDisplay(process.platform, env)) return { state: "skipped", text: "This session has no display." };
  if (process.platform === "linux" && process.getuid?.() === 0)
    return { state: "problem", text: "Electron does not run as root: start Skyferry as another user." };
  if (isDesktop && env.APPIMAGE !== undefined)
    return {
      state: "ok",
      text: `${env.APPIMAGE} is here; where Linux forbids namespaces it starts itself with --no-sandbox.`,
    };
  const remedy = sandboxRemedy(program);
  if (remedy !== null) return { state: "problem", text: `The window cannot open: ${remedy}.` };
  return { state: "ok", text: `${program} is installed.` };
}
