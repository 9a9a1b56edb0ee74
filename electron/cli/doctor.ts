import { homedir } from "node:os";
import { diagnose } from "#compose/diagnose.ts";
import { userDataFolder } from "#compose/user-data-folder.ts";
import type { Diagnosis } from "#domain/diagnosis.ts";
import { builtPages } from "./built-pages.ts";
import { absolutePath } from "./command.ts";
import { electronHome, electronRuntime, hasDisplay } from "./electron-runtime.ts";
import { sandboxRemedy } from "./sandbox.ts";
import { sayEnglish as message } from "./speaker.ts";
import type { Run } from "./table.ts";
import type { doctorTable } from "./tables/station-tables.ts";
import { inColumn, jsonLine, printed } from "./words.ts";

const marks = { ok: message("OK"), problem: message("PROBLEM"), skipped: "-" } as const;
const tones = { ok: "good", problem: "bad", skipped: "faint" } as const;

export const doctor: Run<typeof doctorTable> = async ({ flags }, around) => {
  const { env, version, stdout, paint, say } = around;
  const diagnoses: Diagnosis[] = [];
  const take = (diagnosis: Diagnosis): void => {
    diagnoses.push(diagnosis);
    const { name, state, text } = diagnosis;
    if (flags.json) return;
    stdout.write(`${paint(tones[state], inColumn(marks[state], marks, say))} `);
    stdout.write(printed([`${name}: ${text}`]));
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
      network: flags.network,
      isHost: false,
    },
    take,
  );
  take({ name: "Window", ...windowState(env) });
  if (flags.json) stdout.write(jsonLine({ version, diagnoses }));
  return diagnoses.some(({ state }) => state === "problem") ? 1 : 0;
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
