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
  [ "\${cur#-}" = "$cur" ] && return
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
    return `    ${name}) _arguments \\\n${[...specs, "      '*:file:_files'"].join(" \\\n")} ;;`;
  });
  return `#compdef skyferry
_skyferry() {
  local -a commands
  commands=(
${about}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
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
  const lines = described.flatMap(({ name, summary, parts }) => [
    `complete -c skyferry -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...parts.options.flatMap(({ flags, value, text }) =>
      flags.map((flag) => {
        const words =
          value === null
            ? ""
            : value === "DIR" || value === "FILE"
              ? " -r"
              : ` -x -a ${quoted(choices(value))}`;
        return `complete -c skyferry -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${words} -d ${quoted(text)}`;
      }),
    ),
  ]);
  return `# Completions of skyferry for fish.\n${lines.join("\n")}\n`;
}

function flagsOf({ options }: HelpParts): string {
  return [...options.flatMap(({ flags }) => flags), "--help"].join(" ");
}

/** The words that a value can be; none where it is free. */
function choices(value: string): string {
  return /^[a-z0-9]+(?:\|[a-z0-9]+)+$/.test(value) ? value.replaceAll("|", " ") : "";
}
