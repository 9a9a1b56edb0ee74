import { allCommands } from "#cli/run-command.ts";
import { type HelpParts, helpParts } from "./help-parts.ts";

/** The manual page and the completions of shells, all from what the commands print for `--help`. */

interface Described {
  readonly name: string;
  readonly summary: string;
  readonly parts: HelpParts;
}

const described: readonly Described[] = (await allCommands()).map(({ name, summary, help }) => ({
  name,
  summary,
  parts: helpParts(name, help),
}));
const names = described.map(({ name }) => name).join(" ");
/** Commands whose words are files. */
const withFiles = described
  .filter(({ parts }) => parts.usage.some((line) => /(?<!--[a-z-]+) (?:PATH|FILE)/.test(line)))
  .map(({ name }) => name);
const general = [
  ["help", "lists the commands"],
  ["version", "prints the version"],
] as const;
const helpOfCommand = "explains this command";

/** `skyferry(1)`, in man's macros. */
export function manualPage(version: string): string {
  return `${[
    `.TH SKYFERRY 1 "" "skyferry ${version}" "User Commands"`,
    // A flag that is hyphenated at the end of a line cannot be copied.
    ".nh",
    ".ad l",
    ".SH NAME",
    "skyferry \\- sends a measuring station\\(aqs files to the atmospheric data portal",
    ".SH SYNOPSIS",
    ".B skyferry",
    ".I COMMAND",
    "[\\fIOPTION\\fR]...",
    ".SH DESCRIPTION",
    "Every finished file of an instrument is delivered byte for byte, and nothing is called delivered without the portal\\(aqs own confirmation.",
    ...described.flatMap(commandLines),
    ".SH FILES",
    ".TP",
    ".I settings.json",
    roff("In the data folder: the portal, the instruments and their folders. The pages write it, too."),
    ".TP",
    ".I host.json",
    roff("In the data folder while Skyferry runs: where its pages are."),
  ].join("\n")}\n`;
}

function commandLines({ name, parts }: Described): readonly string[] {
  const { purpose, usage, options, paragraphs } = parts;
  return [
    `.SH ${name.toUpperCase()}`,
    roff(purpose),
    ...usage.flatMap((line) => [".PP", `.B ${roff(line)}`]),
    ...options.flatMap(({ term, text }) => [".TP", `.B ${roff(term)}`, roff(text)]),
    ...paragraphs.flatMap((text) => [".PP", ...text.split("\n").map(roff)]),
  ];
}

/** Text as troff takes it: nothing in it commands. */
function roff(text: string): string {
  const plain = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("'", "\\(aq");
  return plain.startsWith(".") ? `\\&${plain}` : plain;
}

export function bashCompletion(): string {
  return `# Completions of skyferry for bash.
_skyferry() {
  local cur=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$cur"))
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ] && [ "\${cur#-}" = "$cur" ]; then
    case \${COMP_WORDS[1]} in
${described.flatMap(bashActions).join("\n")}
    esac
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${described.flatMap(bashValues).join("\n")}
  esac
  if [ "\${cur#-}" = "$cur" ]; then
    case \${COMP_WORDS[1]} in ${withFiles.join("|")}) ;; *) compopt +o default ;; esac
    return
  fi
  case \${COMP_WORDS[1]} in
${described.map(({ name, parts }) => `    ${name}) COMPREPLY=($(compgen -W "${flagsOf(parts)}" -- "$cur")) ;;`).join("\n")}
  esac
}
complete -o default -F _skyferry skyferry
`;
}

function bashValues({ name, parts }: Described): readonly string[] {
  return parts.options.flatMap(({ flags, value }) => {
    if (value === null) return [];
    return flags.map((flag) => `    "${name} ${flag}") ${bashValue(value)}return ;;`);
  });
}

/** Paths are left to readline, which quotes them and goes on behind a folder. */
function bashValue(value: string): string {
  if (value === "FILE") return "";
  if (value === "DIR") return "compopt -o dirnames +o default; ";
  return `COMPREPLY=($(compgen -W "${choices(value)}" -- "$cur")); `;
}

function bashActions({ name, parts }: Described): readonly string[] {
  const { actions } = parts;
  if (actions.length === 0) return [];
  return [`      ${name}) COMPREPLY=($(compgen -W "${actions.join(" ")}" -- "$cur")); return ;;`];
}

export function zshCompletion(): string {
  const about = described.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`).join("\n");
  const flags = described.map(({ name, parts }) => {
    const specs = parts.options.flatMap(({ flags, value, text }) =>
      flags.map((flag) => `      '*${flag}[${zshText(text)}]${zshValue(value)}'`),
    );
    const { actions } = parts;
    const words = [
      `      '--help[${helpOfCommand}]'`,
      ...(actions.length === 0 ? [] : [`      '1:action:(${actions.join(" ")})'`]),
      ...(withFiles.includes(name) ? ["      '*:file:_files'"] : []),
    ];
    return `    ${name}) _arguments \\\n${[...specs, ...words].join(" \\\n")} ;;`;
  });
  return `#compdef skyferry
_skyferry() {
  local -a commands flags
  commands=(
${about}
  )
  flags=(${general.map(([flag, text]) => `'--${flag}:${text}'`).join(" ")})
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
_skyferry "$@"
`;
}

function zshValue(value: string | null): string {
  if (value === null) return "";
  if (value === "DIR") return ":folder:_files -/";
  return value === "FILE" ? ":file:_files" : `:value:(${choices(value)})`;
}

/** Brackets, colons and quotes end a description. */
function zshText(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, "\\$&").replaceAll("'", "’");
}

export function fishCompletion(): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = described.flatMap(({ name, summary, parts }) => {
    const ofIt = `complete -c skyferry -n '__skyferry_command ${name}'`;
    const { actions, options } = parts;
    return [
      `complete -c skyferry -n __skyferry_first -a ${name} -d ${quoted(summary)}`,
      ...options.flatMap(({ flags, value, text }) =>
        flags.map((flag) => `${ofIt} -l ${flag.slice(2)}${fishValue(value)} -d ${quoted(text)}`),
      ),
      `${ofIt} -l help -d ${quoted(helpOfCommand)}`,
      ...(actions.length === 0 ? [] : [`${ofIt} -n __skyferry_second -a ${quoted(actions.join(" "))}`]),
      ...(withFiles.includes(name) ? [`${ofIt} -F`] : []),
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
${general.map(([flag, text]) => `complete -c skyferry -n __skyferry_first -l ${flag} -d ${quoted(text)}`).join("\n")}
${lines.join("\n")}
`;
}

function fishValue(value: string | null): string {
  if (value === null) return "";
  if (value === "DIR") return " -x -a '(__fish_complete_directories)'";
  return value === "FILE" ? " -r -F" : ` -x -a '${choices(value)}'`;
}

function flagsOf({ options }: HelpParts): string {
  return [...options.flatMap(({ flags }) => flags), "--help"].join(" ");
}

/** The words that a value can be; none where it is free. */
function choices(value: string): string {
  return /^[a-z0-9]+(?:\|[a-z0-9]+)+$/.test(value) ? value.replaceAll("|", " ") : "";
}
