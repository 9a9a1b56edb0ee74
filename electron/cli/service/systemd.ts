import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { serviceNames } from "#compose/installed-service.ts";
import { makeNamedFolder } from "#compose/named-folder.ts";
import type { Manager } from "./manager.ts";
import { systemdUnit } from "./systemd-unit.ts";
import type { System, ToolEnd } from "./this-system.ts";

/** systemd of the system for root, that of the account for everybody else. `root`: where the system's files are. */
export function systemdManager(system: System, root = "/"): Manager {
  const { self, env } = system;
  const scope = self.uid === 0 ? "system" : "user";
  const own = path.join(env.XDG_CONFIG_HOME || path.join(self.home, ".config"), "systemd/user");
  const file = path.join(scope === "system" ? path.join(root, "etc/systemd/system") : own, serviceNames.unit);
  const systemctl = (...words: readonly string[]): ToolEnd =>
    system.tool("systemctl", [...(scope === "user" ? ["--user"] : []), ...words]);

  const installed = (): string | null => (existsSync(file) ? readFileSync(file, "utf8") : null);
  const write = (text: string | null): void => {
    if (text === null) rmSync(file, { force: true });
    else {
      makeNamedFolder(path.dirname(file), "usual");
      writeFileSync(file, text, { mode: 0o644 });
    }
  };
  /** Its last words, which are the daemon's own. */
  const lastWords = (): string => {
    const words = ["-u", serviceNames.unit, "-n", "20", "-o", "cat", "--no-pager"];
    const { stdout } = system.tool("journalctl", [...(scope === "user" ? ["--user"] : []), ...words]);
    return (
      stdout
        .trim()
        .split("\n")
        .findLast((line) => /^skyferry(?: [a-z]+)?: /.test(line)) ?? ""
    );
  };

  return {
    refusal() {
      if (!existsSync(path.join(root, "run/systemd/system")))
        return "This system does not use systemd: start skyferry daemon with its own service manager.";
      if (scope === "user" && systemctl("show-environment").code !== 0)
        return `${self.name} has no systemd session: log in as that account, or install with sudo.`;
      return null;
    },
    definition: (plan) => systemdUnit(plan, scope),
    installed,
    isRunning: () => systemctl("is-active", "--quiet", serviceNames.unit).code === 0,
    install(plan, before) {
      write(systemdUnit(plan, scope));
      const steps = [
        () => systemctl("daemon-reload"),
        () => systemctl("enable", "--quiet", serviceNames.unit),
        ...(scope === "user" ? [() => system.tool("loginctl", ["enable-linger", self.name])] : []),
        () => systemctl("restart", serviceNames.unit),
      ];
      for (const step of steps) {
        const { code, said } = step();
        if (code === 0) continue;
        const why = lastWords() || said;
        if (before === null) systemctl("disable", "--now", "--quiet", serviceNames.unit);
        write(before);
        systemctl("daemon-reload");
        systemctl(before === null ? "reset-failed" : "restart", serviceNames.unit);
        return `systemd could not start the service, and the changes were undone: ${why}`;
      }
      return null;
    },
    remove() {
      const { code, said } = systemctl("disable", "--now", "--quiet", serviceNames.unit);
      if (code !== 0) return `systemd could not stop the service: ${said}`;
      write(null);
      systemctl("daemon-reload");
      return null;
    },
  };
}
