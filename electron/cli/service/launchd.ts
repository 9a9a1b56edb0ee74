import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startEnvironment } from "#base/start-environment.ts";
import { serviceMark, serviceNames } from "#compose/installed-service.ts";
import type { Manager } from "./manager.ts";
import { daemonWords, type ServicePlan } from "./systemd-unit.ts";
import type { System } from "./this-system.ts";
import { xmlText } from "./xml.ts";

/** A launch daemon of macOS: from the start of the Mac, as an account of it, started again when it fails. */
export function launchDaemon(plan: ServicePlan): string {
  const words = daemonWords(plan).map((word) => `    <string>${xmlText(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${serviceNames.label}</string>
  <key>Skyferry</key>
  <string>${xmlText(serviceMark(plan))}</string>
  <key>UserName</key>
  <string>${xmlText(plan.user)}</string>
  <key>ProgramArguments</key>
  <array>
${words.join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>UV_THREADPOOL_SIZE</key>
    <string>${startEnvironment.UV_THREADPOOL_SIZE}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>30</integer>
  <key>ExitTimeOut</key>
  <integer>15</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`;
}

/** launchd of macOS. `root`: where the system's files are. */
export function launchdManager(system: System, root = "/"): Manager {
  const file = path.join(root, "Library/LaunchDaemons", `${serviceNames.label}.plist`);
  const target = `system/${serviceNames.label}`;
  const installed = (): string | null => (existsSync(file) ? readFileSync(file, "utf8") : null);
  const load = (text: string): string | null => {
    writeFileSync(file, text, { mode: 0o644 });
    const { code, said } = system.tool("launchctl", ["bootstrap", "system", file]);
    return code === 0 ? null : said;
  };
  return {
    refusal: () =>
      system.self.uid === 0
        ? null
        : "Only root can install or remove the service: run the command with sudo.",
    definition: launchDaemon,
    installed,
    isRunning: () => /^\s*state = running$/m.test(system.tool("launchctl", ["print", target]).stdout),
    install(plan, before) {
      if (before !== null) system.tool("launchctl", ["bootout", target]);
      const error = load(launchDaemon(plan));
      if (error === null) return null;
      rmSync(file, { force: true });
      if (before !== null) load(before);
      return `launchd refused the service, and the changes were undone: ${error}`;
    },
    remove() {
      const { code, said } = system.tool("launchctl", ["bootout", target]);
      // 3: it was not loaded.
      if (code !== 0 && code !== 3) return `launchd could not stop the service: ${said}`;
      rmSync(file, { force: true });
      return null;
    },
  };
}
