/**
 * Rules of Microsoft's schema of tasks (namespace 2004/02/mit/task, version 1.2) for the elements that are used: `order`
 * where it is a sequence, `any` where every order will do; a pattern for what holds text.
 */
type Rule = { readonly order: readonly string[] } | { readonly any: readonly string[] } | RegExp;

const flag = /^(?:true|false)$/;
const duration = /^P(?=\w)(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/;
const text = /^[^<]+$/;

const rules: Readonly<Record<string, Rule>> = {
  Task: { any: ["RegistrationInfo", "Triggers", "Settings", "Data", "Principals", "Actions"] },
  RegistrationInfo: {
    any: ["URI", "SecurityDescriptor", "Source", "Date", "Author", "Version", "Description", "Documentation"],
  },
  Triggers: { any: ["BootTrigger"] },
  BootTrigger: {
    order: ["Enabled", "StartBoundary", "EndBoundary", "Repetition", "ExecutionTimeLimit", "Delay"],
  },
  Repetition: { any: ["Interval", "Duration", "StopAtDurationEnd"] },
  Principals: { any: ["Principal"] },
  Principal: { any: ["UserId", "LogonType", "GroupId", "DisplayName", "RunLevel"] },
  Settings: {
    any: [
      "AllowStartOnDemand",
      "RestartOnFailure",
      "MultipleInstancesPolicy",
      "DisallowStartIfOnBatteries",
      "StopIfGoingOnBatteries",
      "AllowHardTerminate",
      "StartWhenAvailable",
      "NetworkProfileName",
      "RunOnlyIfNetworkAvailable",
      "WakeToRun",
      "Enabled",
      "Hidden",
      "DeleteExpiredTaskAfter",
      "IdleSettings",
      "NetworkSettings",
      "ExecutionTimeLimit",
      "Priority",
      "RunOnlyIfIdle",
    ],
  },
  RestartOnFailure: { any: ["Interval", "Count"] },
  Actions: { any: ["Exec"] },
  Exec: { any: ["Command", "Arguments", "WorkingDirectory"] },
  ...Object.fromEntries(
    [
      "Enabled",
      "StopAtDurationEnd",
      "DisallowStartIfOnBatteries",
      "StopIfGoingOnBatteries",
      "WakeToRun",
      "AllowHardTerminate",
      "StartWhenAvailable",
      "RunOnlyIfNetworkAvailable",
      "AllowStartOnDemand",
      "Hidden",
      "RunOnlyIfIdle",
    ].map((name) => [name, flag]),
  ),
  Interval: duration,
  ExecutionTimeLimit: duration,
  LogonType: /^(?:S4U|Password|InteractiveToken|InteractiveTokenOrPassword)$/,
  RunLevel: /^(?:LeastPrivilege|HighestAvailable)$/,
  MultipleInstancesPolicy: /^(?:Parallel|Queue|IgnoreNew|StopExisting)$/,
  Priority: /^(?:\d|10)$/,
  Count: /^[1-9]\d{0,2}$/,
  ...Object.fromEntries(
    ["Description", "UserId", "Data", "Command", "Arguments"].map((name) => [name, text]),
  ),
};

interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  readonly text: string;
}

/** Sentences about what the schema does not allow in a task; empty when it is valid. */
export function taskFaults(xml: string): readonly string[] {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-16"\?>\s*/, "");
  const opening = '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">';
  if (!body.startsWith(opening)) return ["It does not begin as a task of version 1.2."];
  const principal = /<Principal id="([^"]+)">/.exec(body)?.[1];
  const context = /<Actions Context="([^"]+)">/.exec(body)?.[1];
  const [task] = elementsOf(body);
  return [
    ...(principal !== context ? [`Actions name the principal ${context}, and there is ${principal}.`] : []),
    ...(task === undefined ? ["It has no element."] : faultsOf(task)),
  ];
}

function faultsOf({ name, children, text: held }: Element): readonly string[] {
  const rule = rules[name];
  if (rule === undefined) return [`${name} is unknown.`];
  if (rule instanceof RegExp)
    return children.length === 0 && rule.test(held) ? [] : [`${name} cannot be ${JSON.stringify(held)}.`];
  const names = children.map((one) => one.name);
  const known = "order" in rule ? rule.order : rule.any;
  const strange = names.filter((one) => !known.includes(one)).map((one) => `${name} cannot hold ${one}.`);
  const twice = names
    .filter((one, at) => names.indexOf(one) !== at)
    .map((one) => `${name} holds ${one} twice.`);
  const sorted = names.toSorted((a, b) => known.indexOf(a) - known.indexOf(b));
  const disorder =
    "order" in rule && sorted.join() !== names.join()
      ? [`${name} must be in the order ${sorted.join(", ")}.`]
      : [];
  return [...strange, ...twice, ...disorder, ...children.flatMap(faultsOf)];
}

/** Elements of XML without comments and without elements that close themselves, which a task has none of. */
function elementsOf(xml: string): readonly Element[] {
  const found: Element[] = [];
  let rest = xml.trim();
  while (rest !== "") {
    const [opening = "", name = ""] = /^<(\w+)[^<>/]*>/.exec(rest) ?? [];
    if (opening === "" && !rest.startsWith("<Task ")) throw new Error(`no element: ${rest.slice(0, 40)}`);
    const head = opening === "" ? (/^<Task [^>]*>/.exec(rest)?.[0] ?? "") : opening;
    const tag = opening === "" ? "Task" : name;
    const end = rest.indexOf(`</${tag}>`);
    if (end < 0) throw new Error(`${tag} is not closed`);
    const inner = rest.slice(head.length, end);
    const isText = !inner.includes("<");
    found.push({ name: tag, children: isText ? [] : elementsOf(inner), text: isText ? inner : "" });
    rest = rest.slice(end + tag.length + 3).trim();
  }
  return found;
}
