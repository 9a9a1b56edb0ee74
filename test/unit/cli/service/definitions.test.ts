import { describe, expect, test } from "vitest";
import { launchDaemon } from "#cli/service/launchd.ts";
import { type ServicePlan, systemdUnit, unitWord } from "#cli/service/systemd-unit.ts";
import { thisSystem } from "#cli/service/this-system.ts";
import { windowsTask, windowsWord } from "#cli/service/windows-task.ts";
import { markIn } from "#compose/installed-service.ts";
import { becomeElectron } from "#test/support/fake-electron/electron-identity.ts";
import { taskFaults } from "./task-schema.ts";

const plan: ServicePlan = {
  program: ["C:\\Program Files\\Skyferry\\skyferry.cmd"],
  user: "LAB\\ann",
  dataFolder: "D:\\data & <records>\\100% {a}",
  flags: ["--ui-port", "8765"],
};
const { program: _, ...known } = plan;

describe("the installed desktop, whose program is Electron's", () => {
  const inElectron = (platform: NodeJS.Platform, resources: string): ServicePlan => {
    const undo = becomeElectron("browser", resources);
    try {
      return { ...plan, program: thisSystem({}, platform).program };
    } finally {
      undo();
    }
  };

  test("has its launcher in the unit: with Electron's sandbox on, nothing would start there", () => {
    const unit = systemdUnit(inElectron("linux", "/opt/Skyferry/resources"), "system");
    expect(unit).toContain("\nExecStart=/opt/Skyferry/resources/bin/skyferry daemon --service --data ");
    expect(unit).toContain("\nRestrictNamespaces=yes\n");
  });

  test("has it in the task, for its threads", () => {
    const task = windowsTask(inElectron("win32", "C:\\Skyferry\\resources"));
    expect(task).toContain("<Command>C:\\Skyferry\\resources\\bin\\skyferry.cmd</Command>");
    expect(task).toContain("<Arguments>daemon --service --data ");
    expect(taskFaults(task)).toEqual([]);
  });

  test("has it in the launch daemon", () => {
    const daemon = launchDaemon(inElectron("darwin", "/Applications/Skyferry.app/Contents/Resources"));
    expect(daemon).toContain(
      "<string>/Applications/Skyferry.app/Contents/Resources/bin/skyferry</string>\n    <string>daemon</string>",
    );
  });
});

describe("the unit of systemd", () => {
  const unit = systemdUnit(
    { ...plan, program: ["/opt/sky ferry/skyferry"], user: "ann", dataFolder: "/d a$t%a" },
    "system",
  );

  test("quotes what systemd would read otherwise", () => {
    expect(unit).toContain(
      'ExecStart="/opt/sky ferry/skyferry" daemon --service --data "/d a$$t%%a" --ui-port 8765\n',
    );
    expect(unitWord('a"b\\c d')).toBe('"a\\"b\\\\c d"');
  });

  test.each([
    ["Type=notify"],
    ["NotifyAccess=all"],
    ["Environment=UV_THREADPOOL_SIZE=64"],
    ["Environment=MALLOC_ARENA_MAX=2"],
    ["Environment=MALLOC_TRIM_THRESHOLD_=131072"],
    ["WatchdogSec=60"],
    ["RestartSec=10"],
    ["Restart=on-failure"],
    ["RestartPreventExitStatus=2"],
    ["ProtectSystem=strict"],
    ["LimitCORE=0"],
    ["User=ann"],
    ['ReadWritePaths="/d a$t%%a"'],
    ['RequiresMountsFor="/d a$t%%a"'],
    ["WantedBy=multi-user.target"],
  ])("has %s", (line) => expect(unit.split("\n")).toContain(line));

  test("of an account has no user and no sandbox, which only the system's can give", () => {
    const own = systemdUnit(plan, "user");
    expect(own).not.toMatch(/^(?:User|Protect\w+|ReadWritePaths)=/m);
    expect(own).toMatch(/^WantedBy=default\.target$/m);
  });
});

describe("the task of Windows", () => {
  const task = windowsTask(plan);

  test("is valid by Microsoft's schema", () => expect(taskFaults(task)).toEqual([]));

  test.each([
    ["PT0S", "never", "ExecutionTimeLimit cannot be"],
    ["<Count>999</Count>", "<Count>1000</Count>", "Count cannot be"],
    ["S4U", "Nobody", "LogonType cannot be"],
    ["<WakeToRun>false</WakeToRun>", "<Wake>false</Wake>", "Settings cannot hold Wake"],
    ['Context="Author"', 'Context="Other"', "Actions name the principal Other"],
  ])("a task with a fault is found: %s", (from, to, said) => {
    expect(taskFaults(task.replace(from, to)).join("\n")).toContain(said);
  });

  test("a trigger in another order is found", () => {
    const moved = task
      .replace("<Enabled>true</Enabled>\n      <Repetition>", "<Repetition>")
      .replace("</Repetition>", "</Repetition><Enabled>true</Enabled>");
    expect(taskFaults(moved)).toEqual(["BootTrigger must be in the order Enabled, Repetition."]);
  });

  test.each([
    ["<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>"],
    ["<DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>"],
    ["<StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>"],
    ["<LogonType>S4U</LogonType>"],
    ["<Count>999</Count>"],
    ["<Command>C:\\Program Files\\Skyferry\\skyferry.cmd</Command>"],
    [
      '<Arguments>daemon --service --data "D:\\data &amp; &lt;records&gt;\\100% {a}" --ui-port 8765</Arguments>',
    ],
  ])("has %s", (part) => expect(task).toContain(part));

  test("a folder's last backslash does not escape the quote", () => {
    expect(windowsWord("D:\\my data\\")).toBe('"D:\\my data\\\\"');
    expect(windowsWord('a "b"')).toBe('"a \\"b\\""');
  });
});

test("the launch daemon of macOS runs as the account, from the start and again after a failure", () => {
  const plist = launchDaemon(plan);
  expect(plist).toContain("<key>UserName</key>\n  <string>LAB\\ann</string>");
  expect(plist).toContain("<key>RunAtLoad</key>\n  <true/>");
  expect(plist).toContain("<key>KeepAlive</key>\n  <dict>\n    <key>SuccessfulExit</key>\n    <false/>");
  expect(plist).toContain("<string>D:\\data &amp; &lt;records&gt;\\100% {a}</string>");
});

test.each([
  ["unit", systemdUnit(plan, "system")],
  ["task", windowsTask(plan)],
  ["launch daemon", launchDaemon(plan)],
])("what a %s says is read back as it was given", (_name, definition) => {
  expect(markIn(definition)).toEqual(known);
});

test("a definition of somebody else says nothing", () => {
  expect(markIn("[Service]\nExecStart=/usr/bin/skyferry daemon --data /d\n")).toBeNull();
  expect(markIn('# Skyferry service: {"dataFolder":1}')).toBeNull();
});
