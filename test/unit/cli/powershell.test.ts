import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, test } from "vitest";
import { Language, type Node, Parser } from "web-tree-sitter";
import { completionScript } from "#cli/completion-scripts.ts";
import { powershellScript } from "#contract/cleanup-script.ts";

const parser: { current: Parser | null } = { current: null };

/** PowerShell itself is on few machines; its grammar is everywhere. */
beforeAll(async () => {
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve(
    "tree-sitter-powershell/tree-sitter-powershell.wasm",
  );
  parser.current = new Parser().setLanguage(await Language.load(grammar));
});

function parsed(script: string): Node {
  const tree = parser.current?.parse(script);
  if (!tree) throw new Error("The parser does not answer.");
  return tree.rootNode;
}

/** Lines, from 1, at which the grammar ends. */
const wrongLines = (root: Node): number[] => {
  const wrong = root.isError || root.isMissing ? [root.startPosition.row + 1] : [];
  return [...wrong, ...root.children.flatMap((child) => (child === null ? [] : wrongLines(child)))];
};

/** Each call of a command: its name and the text of its arguments. */
const callsOf = (root: Node, name: string): string[][] =>
  root.descendantsOfType("command").flatMap((command) => {
    if (command?.childForFieldName("command_name")?.text !== name) return [];
    const words = command.childForFieldName("command_elements")?.namedChildren ?? [];
    return [
      words.flatMap((word) => (word === null || word.type === "command_argument_sep" ? [] : [word.text])),
    ];
  });

const oddNames = [
  "C:\\data\\a.nc",
  "it's",
  "'; Remove-Item C:\\ -Recurse; '",
  '$(Remove-Item x) `n "q" [a] ;&|#',
  "B\u00e4r",
  "a\u2019; Remove-Item b",
  "\u201c$x\u201d",
  "line\nRemove-Item b",
  "\u{1f4a7}",
  "-Recurse",
  "@(1)",
];

describe("the grammar of PowerShell takes", () => {
  test("a text that is none as such", () => {
    expect(wrongLines(parsed("if ($a) {\n  Write-Output 'x\n}\n"))).not.toEqual([]);
  });

  test("the completion", () => {
    expect(wrongLines(parsed(completionScript("powershell")))).toEqual([]);
  });

  test("the script of docs/fleet", async () => {
    const script = new URL("../../../docs/fleet/windows/install-station.ps1", import.meta.url);
    expect(wrongLines(parsed(await readFile(script, "utf8")))).toEqual([]);
  });

  test("the clean-up script, with one call of four words for each file, whatever its name", () => {
    const files = oddNames.map((path) => ({
      path,
      bytes: 5,
      mtimeUs: 1_700_000_000_123_456,
      md5: "0123456789abcdef0123456789abcdef",
      record: "r",
      date: "2026-09-01",
    }));
    const root = parsed(powershellScript(files, Date.UTC(2026, 10, 28), "0.2.0"));
    expect(wrongLines(root)).toEqual([]);
    const calls = callsOf(root, "Remove-Advised");
    expect(calls.map((words) => words.slice(1))).toEqual(
      files.map(({ bytes, mtimeUs, md5 }) => [`${bytes}`, `${mtimeUs}`, `'${md5}'`]),
    );
    expect(callsOf(root, "Remove-Item")).toEqual([]);
  });
});
