import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { serviceNames } from "#compose/installed-service.ts";
import type { Manager } from "./manager.ts";
import type { System, ToolEnd } from "./this-system.ts";
import { windowsTask } from "./windows-task.ts";

/** The Task Scheduler of Windows, by `schtasks`. */
export function taskScheduler(system: System): Manager {
  const tool = path.win32.join(system.env.SystemRoot ?? "C:\\Windows", "System32", "schtasks.exe");
  const schtasks = (verb: string, ...words: readonly string[]): ToolEnd =>
    system.tool(tool, [verb, "/TN", serviceNames.task, ...words]);

  const installed = (): string | null => {
    const { code, stdout } = schtasks("/Query", "/XML", "ONE");
    return code === 0 ? stdout : null;
  };
  /** It reads UTF-16 from a file. */
  const create = (xml: string): ToolEnd => {
    const folder = mkdtempSync(path.join(tmpdir(), "skyferry-task-"));
    try {
      const file = path.join(folder, "task.xml");
      writeFileSync(file, `\ufeff${xml}`, "utf16le");
      return schtasks("/Create", "/XML", file, "/F");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  return {
    refusal: () =>
      system.tool("net.exe", ["session"]).code === 0
        ? null
        : "Only an administrator can install or remove the service: open the prompt with Run as administrator.",
    definition: windowsTask,
    installed,
    isRunning: () => /\bRunning\b|\b267009\b/.test(schtasks("/Query", "/FO", "LIST", "/V").stdout),
    install(plan, before) {
      if (before !== null) schtasks("/End");
      const made = create(windowsTask(plan));
      const started = made.code === 0 ? schtasks("/Run") : made;
      if (started.code === 0) return null;
      if (before === null) schtasks("/Delete", "/F");
      else {
        create(before);
        schtasks("/Run");
      }
      return `The Task Scheduler refused the service, and the changes were undone: ${started.said}`;
    },
    remove() {
      schtasks("/End");
      const { code, said } = schtasks("/Delete", "/F");
      return code === 0 ? null : `The Task Scheduler could not remove the service: ${said}`;
    },
  };
}
