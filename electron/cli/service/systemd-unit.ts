import { startEnvironment } from "#base/start-environment.ts";
import { serviceMark } from "#compose/installed-service.ts";

/** A daemon that the system's own service manager starts, whatever that is. */
export interface ServicePlan {
  /** The program and the words before `daemon`; absolute. */
  readonly program: readonly string[];
  /** Account that it runs as. */
  readonly user: string;
  /** Absolute. */
  readonly dataFolder: string;
  /** Further flags of `daemon`. */
  readonly flags: readonly string[];
}

/** Words of the daemon of a service, its program first. */
export function daemonWords({ program, dataFolder, flags }: ServicePlan): readonly string[] {
  return [...program, "daemon", "--service", "--data", dataFolder, ...flags];
}

/** How a unit differs that a package brings. */
export interface PackagedUnit {
  /** Name below /var/lib that systemd makes and owns: the data folder. */
  readonly stateDirectory: string;
  /** `FLAGS=` in it is added to the daemon's. */
  readonly environmentFile: string;
}

/**
 * A unit for the system's manager, or for that of one account (`user`). Started again whatever ends it, but for bad usage
 * (2); a daemon that lives and no longer works is found by the watchdog.
 */
export function systemdUnit(
  plan: ServicePlan,
  scope: "system" | "user",
  packaged: PackagedUnit | null = null,
): string {
  const command = daemonWords(plan).map(unitWord).join(" ");
  const environment = Object.entries(startEnvironment)
    .map(([name, value]) => `Environment=${name}=${value}`)
    .join("\n");
  return `# ${serviceMark(plan)}
[Unit]
Description=Skyferry: sends this station's files to the data portal
${packaged === null ? "" : "Documentation=man:skyferry(1)\n"}StartLimitIntervalSec=0
${scope === "system" ? `After=network.target\n${packaged === null ? `RequiresMountsFor=${unitPath(plan.dataFolder)}\n` : ""}` : ""}
[Service]
Type=notify
# What tells systemd is a child of the daemon: systemd-notify.
NotifyAccess=all
ExecStart=${command}${packaged === null ? "" : " $FLAGS"}
${environment}
WatchdogSec=60
# 2 is bad usage or bad settings: starting again would change nothing.
Restart=on-failure
RestartPreventExitStatus=2
RestartSec=10
# A large record of an older version is converted before it is ready.
TimeoutStartSec=30min
TimeoutStopSec=15
UMask=0077
# A memory dump would hold the password.
LimitCORE=0
# The instrument's own software comes first.
Nice=10
IOSchedulingClass=idle
${scope === "system" ? systemPart(plan, packaged) : ""}
[Install]
WantedBy=${scope === "system" ? "multi-user.target" : "default.target"}
`;
}

function systemPart({ user, dataFolder }: ServicePlan, packaged: PackagedUnit | null): string {
  const places =
    packaged === null
      ? [`ReadWritePaths=${unitPath(dataFolder)}`]
      : [
          `EnvironmentFile=-${packaged.environmentFile}`,
          `StateDirectory=${packaged.stateDirectory}`,
          "StateDirectoryMode=0700",
        ];
  return `
User=${user}
${places.join("\n")}
# Everything else is read-only for it, the instruments' folders above all.
ProtectSystem=strict
ProtectHome=read-only
PrivateTmp=yes
PrivateDevices=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
`;
}

/** A word of a command as systemd reads it: quoted where it must be, with nothing that stands for something else. */
export function unitWord(word: string): string {
  return unitPath(word.replaceAll("$", "$$$$"));
}

/** A path in a list of paths, where `$` stands for itself. */
function unitPath(word: string): string {
  const plain = word.replaceAll("%", "%%");
  return /^[\w./:@%=,+-]+$/.test(plain)
    ? plain
    : `"${plain.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
