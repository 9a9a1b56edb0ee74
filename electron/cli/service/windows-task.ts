import { serviceMark } from "#compose/installed-service.ts";
import { daemonWords, type ServicePlan } from "./systemd-unit.ts";
import { xmlText } from "./xml.ts";

/**
 * The task of the daemon for Windows' Task Scheduler, version 1.2: from the start of the PC, whether somebody is logged in or
 * not, without the account's password (S4U). The scheduler does not count every end as a failure, so the trigger comes again
 * each minute, too; while the task runs, that does nothing.
 */
export function windowsTask(plan: ServicePlan): string {
  const [command = "", ...words] = daemonWords(plan);
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Skyferry: sends this station's files to the data portal</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Enabled>true</Enabled>
      <Repetition>
        <Interval>PT1M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
    </BootTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xmlText(plan.user)}</UserId>
      <LogonType>S4U</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowHardTerminate>true</AllowHardTerminate>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>false</RunOnlyIfNetworkAvailable>
    <AllowStartOnDemand>true</AllowStartOnDemand>
    <Enabled>true</Enabled>
    <Hidden>false</Hidden>
    <RunOnlyIfIdle>false</RunOnlyIfIdle>
    <WakeToRun>false</WakeToRun>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>7</Priority>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>999</Count>
    </RestartOnFailure>
  </Settings>
  <Data>${xmlText(serviceMark(plan))}</Data>
  <Actions Context="Author">
    <Exec>
      <Command>${xmlText(command)}</Command>
      <Arguments>${xmlText(words.map(windowsWord).join(" "))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
}

/** A word of a command line as Windows' programs take it apart. A folder's last backslash must not escape the quote. */
export function windowsWord(word: string): string {
  if (/^[\w:\\/.,=+-]+$/.test(word)) return word;
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&")}"`;
}
