import { expect, test } from "vitest";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { complaintOf, runCli } from "#test/support/hosts/cli-run.ts";

const commands = [
  "demo",
  "daemon",
  "submit",
  "status",
  "explain",
  "doctor",
  "service",
  "import-submit-config",
  "mock-portal",
];

test("the overview names every command; --version is the package's", async () => {
  const [overview, bare, version] = await Promise.all([
    runCli(["--help"]),
    runCli([]),
    runCli(["--version"]),
  ]);
  expect(overview.code).toBe(0);
  for (const command of commands) expect(overview.stdout).toMatch(new RegExp(`^  ${command} +\\w`, "m"));
  expect(bare).toMatchObject({ code: 2, stdout: overview.stdout });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

/** Flags that each command has. */
const flags: Readonly<Record<string, readonly string[]>> = {
  demo: ["--seconds N", "--no-open", "--json"],
  daemon: ["--data DIR", "--settings FILE", "--ui-port N", "--password-file FILE"],
  submit: [
    "--data DIR",
    "--date D",
    "--last N",
    "--from D",
    "--to D",
    "--wait SECONDS",
    "--dry-run",
    "--json",
  ],
  status: ["--data DIR", "--json", "--alive"],
  explain: ["--data DIR", "PATH"],
  doctor: ["--data DIR", "--settings FILE", "--network", "--json"],
  "import-submit-config": ["FILE.toml", "--settings FILE"],
  "mock-portal": [
    "--data DIR",
    "--port N",
    "--users FILE",
    "--seed demo|empty",
    "--faults FILE",
    "--shape contract|live",
    "--processing-delay SECONDS",
  ],
};

test.each(commands)("%s --help says how it is used, and does nothing else", async (command) => {
  const { code, stdout, stderr } = await runInProcess([command, "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`Usage: skyferry ${command}`);
  for (const flag of flags[command] ?? []) expect(stdout).toContain(flag);
});

test.each([
  [["delivr"], '"delivr" is not a command; skyferry help lists them.'],
  [["statsu"], '"statsu" is not a command; did you mean status?'],
  [["status", "--jsno"], "--jsno is not a flag of status; did you mean --json?"],
  [["--data", "x"], "A command is missing; skyferry help lists them."],
  [["--data", "x", "help"], "--data is not a flag of help; see --help."],
  [["--dry-run", "submit"], "--dry-run cannot stand before the command: name the command first"],
  [["help", "statsu"], '"statsu" is not a command; did you mean status?'],
  [["status", "--color", "pink"], '--color must be auto, always or never, not "pink".'],
  [["submit", "--data", "x", "--speed"], "--speed is not a flag of submit; see --help."],
  [["submit", "--data", ""], "--data is empty: give it a value or leave it out"],
  [["coverage", "--instrument", ""], "--instrument is empty"],
  [["check", "--instrument=", "x.nc"], "--instrument is empty"],
  [["check", "x.nc", ""], "An argument is empty"],
  [["verify", "--date", "2026-11-21", "--date", ""], "--date is empty"],
  [["service", "install", "--user", ""], "--user is empty"],
  [["service"], "install, status or remove is missing"],
  [["service", "start"], '"start" is not an action of service: use install, status or remove.'],
  [["service", "install", "--ui-port", "0"], "--ui-port must be a whole number from 1"],
  [["submit", "--data", "x", "--date", "2021-02-30"], '--date "2021-02-30" is not a valid date'],
  [["submit", "--data", "x", "--date", "2021-02-01", "2021-2-3"], '--date "2021-2-3"'],
  [
    ["submit", "--data", "x", "--from", "2021-03-02", "--to", "2021-03-01"],
    "--from 2021-03-02 is after --to",
  ],
  [["submit", "--data", "x", "--date", "2021-03-02", "--last", "2"], "cannot be combined"],
  [["submit", "--data", "x", "--last", "0"], '--last must be a number of days from 1 to 36500, not "0"'],
  [["daemon", "--data", "x", "--ui-port", "65536"], "--ui-port must be a whole number from 0 to 65535"],
  [["explain", "--data", "x"], "PATH is missing"],
  [["submit", "--data", "x", "--last", "-1"], '--last must be a number of days from 1 to 36500, not "-1"'],
  [["demo", "--seconds", "0"], "--seconds must be a whole number from 1"],
  [["import-submit-config"], "FILE.toml is missing"],
])("%j is refused in one line", async (words, said) => {
  const complaint = complaintOf(await runInProcess(words));
  expect(complaint).toContain(said);
  expect(complaint).toMatch(/^skyferry( [a-z-]+)?: /);
});

test("help and a command's name give the help of that command", async () => {
  const [named, flagged] = await Promise.all([
    runInProcess(["help", "submit"]),
    runInProcess(["submit", "--help"]),
  ]);
  expect([named.code, named.stdout]).toEqual([0, flagged.stdout]);
  expect(await runInProcess(["help", "sumbit"])).toMatchObject({
    code: 2,
    stderr: 'skyferry help: "sumbit" is not a command; did you mean submit?\n',
  });
});

test.each([
  [
    ["--lang", "fi", "help", "submit"],
    ["help", "submit", "--lang", "fi"],
  ],
  [
    ["--color=never", "--lang=de", "--quiet", "status", "--data", "/nowhere"],
    ["status", "--data", "/nowhere", "--lang", "de"],
  ],
  [
    ["--lang", "xx", "status"],
    ["status", "--lang", "xx"],
  ],
  [
    ["--lang", "fi", "statsu"],
    ["statsu", "--lang", "fi"],
  ],
  [["--lang", "fi", "-V"], ["-V"]],
  [["--color=never"], []],
  [["--lang"], ["help", "--lang"]],
])("%j says the same as %j", async (early, late) => {
  const { code, stdout, stderr } = await runInProcess(late);
  expect(await runInProcess(early)).toMatchObject({ code, stdout, stderr });
});

test("a number below zero is refused as a number", async () => {
  const { code, stderr } = await runInProcess(["submit", "--data", "/nowhere", "--last", "-3"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/--last must be a number of days from 1 to \d+, not "-3"/);
});
