#!/usr/bin/env node
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeDeb } from "./deb-file.ts";

/**
 * Takes the place of `fpm` for electron-builder (`CUSTOM_FPM_PATH`), which would fetch that program with a Ruby of its own:
 * makes a .deb by dpkg-deb from the words that electron-builder gives. Words that it does not know are refused, with exit code 1.
 */
await makePackage(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`fpm.ts: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function makePackage(args: string[]): Promise<void> {
  const text = { type: "string", default: "" } as const;
  const list = { type: "string", multiple: true, default: [] as string[] } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      input: { type: "string", short: "s" },
      output: { type: "string", short: "t" },
      force: { type: "boolean" },
      depends: { ...list, short: "d" },
      conflicts: list,
      "deb-recommends": list,
      "deb-compression": text,
      "deb-priority": text,
      "after-install": text,
      "after-remove": text,
      name: text,
      version: text,
      architecture: text,
      package: text,
      description: text,
      maintainer: text,
      vendor: text,
      url: text,
      category: text,
      license: text,
    },
  });
  if (values.input !== "dir" || values.output !== "deb")
    throw new Error("It makes a deb of folders (-s dir -t deb).");
  const root = await mkdtemp(path.join(tmpdir(), "skyferry-deb-"));
  try {
    for (const word of positionals) await bring(word, root);
    await writeDeb(root, values.package, {
      fields: [
        ["Package", values.name],
        ["Version", values.version],
        ["Architecture", values.architecture],
        ["Maintainer", values.maintainer],
        ["Depends", values.depends.join(", ")],
        ["Recommends", values["deb-recommends"].join(", ")],
        ["Conflicts", values.conflicts.join(", ")],
        ["Section", values.category],
        ["Priority", values["deb-priority"]],
        ["Homepage", values.url],
        ["Description", values.description.replaceAll(/\n +/g, "\n")],
      ].filter((field): field is [string, string] => field[1] !== ""),
      scripts: {
        postinst: await readFile(values["after-install"], "utf8"),
        postrm: await readFile(values["after-remove"], "utf8"),
      },
      compression: values["deb-compression"] === "gz" ? "gzip" : values["deb-compression"],
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** `FILE=/usr/bin/name`, or `FOLDER/=/opt/Name` for what is in a folder. */
async function bring(word: string, root: string): Promise<void> {
  const at = word.lastIndexOf("=");
  if (at < 1 || word[at + 1] !== "/") throw new Error(`${word} does not say where it goes.`);
  const target = path.join(root, word.slice(at + 1));
  await mkdir(path.dirname(target), { recursive: true });
  await cp(word.slice(0, at), target, { recursive: true, verbatimSymlinks: true });
}
