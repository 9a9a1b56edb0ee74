import { allFlags, isSwitch } from "./arguments.ts";
import { flagMeaning } from "./help-text.ts";
import type { CommandFlag, CommandTable } from "./table.ts";
import { commandTables } from "./tables/all-tables.ts";

export type CompletedShell = "bash" | "zsh" | "fish" | "powershell";

/** A command as a shell completes it. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  /** Choices of its first word; empty: anything. */
  readonly first: readonly string[];
  readonly takesFiles: boolean;
  readonly flags: readonly CompletedFlag[];
}

interface CompletedFlag {
  /** `--data`. */
  readonly flag: string;
  readonly text: string;
  /** `none`: a switch; a list: what its value can be, empty where it is free. */
  readonly value: "none" | "folder" | "file" | readonly string[];
}

const names: readonly string[] = commandTables.map(({ name }) => name);
const general = [
  ["--help", "lists the commands"],
  ["--version", "prints the version"],
] as const;

/** The script that completes `skyferry` in a shell, with every command and every flag. */
export function completionScript(shell: CompletedShell): string {
  const completed = commandTables.map(completedBy);
  if (shell === "bash") return bash(completed);
  if (shell === "zsh") return zsh(completed);
  return shell === "fish" ? fish(completed) : powershell(completed);
}

function completedBy(table: CommandTable): Completed {
  const { name, summary, actions, words = [] } = table;
  const [word] = words;
  const first = word?.name === "COMMAND" ? names : (word?.choices ?? []);
  return {
    name,
    summary,
    first: actions === undefined ? first : Object.keys(actions),
    takesFiles: words.some((one) => /^(?:PATH|FILE)\b/.test(one.name)),
    flags: Object.entries(allFlags(table)).map(([key, flag]) => ({
      flag: `--${key}`,
      text: flagMeaning(flag),
      value: valueOfFlag(flag),
    })),
  };
}

function valueOfFlag(flag: CommandFlag): CompletedFlag["value"] {
  if (isSwitch(flag)) return "none";
  if (flag.value === "DIR") return "folder";
  return flag.value === "FILE" ? "file" : (flag.choices ?? []);
}

const flagWords = ({ flags }: Completed): string => flags.map(({ flag }) => flag).join(" ");

/** Paths are left to readline, which quotes them and goes on behind a folder. */
function bash(completed: readonly Completed[]): string {
  const offer = (words: string) => `COMPREPLY=($(compgen -W "${words}" -- "$cur"))`;
  const values = completed.flatMap(({ name, flags }) =>
    flags.flatMap(({ flag, value }) => {
      if (value === "none") return [];
      const act =
        value === "file"
          ? ""
          : `${value === "folder" ? "compopt -o dirnames +o default" : offer(value.join(" "))}; `;
      return [`    "${name} ${flag}") ${act}return ;;`];
    }),
  );
  const firsts = completed.flatMap(({ name, first }) =>
    first.length === 0 ? [] : [`      ${name}) ${offer(first.join(" "))}; return ;;`],
  );
  const withFiles = completed.flatMap(({ name, takesFiles }) => (takesFiles ? [name] : []));
  return `# Completions of skyferry for bash.
_skyferry() {
  local cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${offer(`${names.join(" ")} ${general.map(([flag]) => flag).join(" ")}`)}
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "\${cur#-}" = "$cur" ]; then
    case \${COMP_WORDS[1]} in
${firsts.join("\n")}
    esac
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join("\n")}
  esac
  if [ "\${cur#-}" = "$cur" ]; then
    case \${COMP_WORDS[1]} in ${withFiles.join("|")}) ;; *) compopt +o default ;; esac
    return
  fi
  case \${COMP_WORDS[1]} in
${completed.map((one) => `    ${one.name}) ${offer(flagWords(one))} ;;`).join("\n")}
  esac
}
complete -o default -F _skyferry skyferry
`;
}

function zsh(completed: readonly Completed[]): string {
  // Brackets, colons and quotes end a description.
  const plain = (text: string) => text.replaceAll(/[[\]:\\]/g, "\\$&").replaceAll("'", "’");
  const valueWords = (value: CompletedFlag["value"]) => {
    if (value === "none") return "";
    if (value === "folder") return ":folder:_files -/";
    return value === "file" ? ":file:_files" : `:value:(${value.join(" ")})`;
  };
  const flags = completed.map(({ name, first, takesFiles, flags: own }) => {
    const specs = [
      ...own.map(({ flag, text, value }) => `'*${flag}[${plain(text)}]${valueWords(value)}'`),
      ...(first.length === 0 ? [] : [`'1:word:(${first.join(" ")})'`]),
      ...(takesFiles ? ["'*:file:_files'"] : []),
    ];
    return `    ${name}) _arguments \\\n      ${specs.join(" \\\n      ")} ;;`;
  });
  return `#compdef skyferry
_skyferry() {
  local -a commands flags
  commands=(
${completed.map(({ name, summary }) => `    '${name}:${plain(summary)}'`).join("\n")}
  )
  flags=(${general.map(([flag, text]) => `'${flag}:${text}'`).join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    _describe -o option flags
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${flags.join("\n")}
  esac
}
if [ "$funcstack[1]" = "_skyferry" ]; then
  _skyferry "$@"
else
  compdef _skyferry skyferry
fi
`;
}

function fish(completed: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const valueWords = (value: CompletedFlag["value"]) => {
    if (value === "none") return "";
    if (value === "folder") return " -x -a '(__fish_complete_directories)'";
    return value === "file" ? " -r -F" : ` -x -a '${value.join(" ")}'`;
  };
  const lines = completed.flatMap(({ name, summary, first, takesFiles, flags }) => {
    const ofIt = `complete -c skyferry -n '__skyferry_command ${name}'`;
    return [
      `complete -c skyferry -n __skyferry_first -a ${name} -d ${quoted(summary)}`,
      ...flags.map(
        ({ flag, text, value }) => `${ofIt} -l ${flag.slice(2)}${valueWords(value)} -d ${quoted(text)}`,
      ),
      ...(first.length === 0 ? [] : [`${ofIt} -n __skyferry_second -a ${quoted(first.join(" "))}`]),
      ...(takesFiles ? [`${ofIt} -F`] : []),
    ];
  });
  return `# Completions of skyferry for fish.
function __skyferry_first
  test (count (commandline -opc)) -eq 1
end
function __skyferry_second
  test (count (commandline -opc)) -eq 2
end
function __skyferry_command
  set -l words (commandline -opc)
  test (count $words) -gt 1 -a "$words[2]" = $argv[1]
end
complete -c skyferry -f
${general.map(([flag, text]) => `complete -c skyferry -n __skyferry_first -l ${flag.slice(2)} -d ${quoted(text)}`).join("\n")}
${lines.join("\n")}
`;
}

/** PowerShell completes paths itself where nothing is offered. */
function powershell(completed: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const list = (words: readonly string[]) => `@(${words.map(quoted).join(", ")})`;
  const pairs = (rows: readonly (readonly [key: string, words: readonly string[]])[]) =>
    rows.map(([key, words]) => `    ${quoted(key)} = ${list(words)}`).join("\n");
  const values = completed.flatMap(({ name, flags }) =>
    flags.flatMap(({ flag, value }) =>
      Array.isArray(value) && value.length > 0
        ? [[`${name} ${flag}`, value as readonly string[]] as const]
        : [],
    ),
  );
  const free = completed.flatMap(({ name, flags }) =>
    flags.flatMap(({ flag, value }) => (value === "none" ? [] : [`${name} ${flag}`])),
  );
  return `# Completions of skyferry for PowerShell.
Register-ArgumentCompleter -Native -CommandName skyferry -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $flags = @{
${pairs(completed.map(({ name, flags }) => [name, flags.map(({ flag }) => flag)]))}
  }
  $firsts = @{
${pairs(completed.flatMap(({ name, first }) => (first.length === 0 ? [] : [[name, first] as const])))}
  }
  $values = @{
${pairs(values)}
  }
  $withValue = ${list(free)}
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  if ($words.Count -eq 1) {
    $offered = @(${list(names)}) + @(${list(general.map(([flag]) => flag))})
  } else {
    $last = "$($words[1]) $($words[-1])"
    if ($words.Count -gt 2 -and $withValue -contains $last) { $offered = $values[$last] }
    elseif ($wordToComplete.StartsWith('-')) { $offered = $flags[$words[1]] }
    elseif ($words.Count -eq 2) { $offered = $firsts[$words[1]] }
    else { $offered = @() }
  }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
