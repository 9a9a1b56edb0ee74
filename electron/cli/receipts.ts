import { readdir } from "node:fs/promises";
import { counted } from "#base/text.ts";
import type { ReceiptLine } from "#contract/receipts.ts";
import { md5Line } from "#domain/receipt-lines.ts";
import { withAnswers } from "./ask.ts";
import { writeBag } from "./bagit.ts";
import { absolutePath, type Command, readFlags, required, type Surroundings, UsageError } from "./command.ts";
import { selectedDates } from "./date-flags.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { jsonLine } from "./words.ts";

const formats = ["jsonl", "md5", "bagit"] as const;
type Format = (typeof formats)[number];

export const receipts: Command = {
  name: "receipts",
  summary: "lists what the portal has confirmed, file by file",
  help: `skyferry receipts: lists what the portal has confirmed, file by file, as evidence. Also while a daemon is running.

Usage: skyferry receipts [--data DIR] [--from D] [--to D] [--format jsonl|md5|bagit] [--output DIR]

${stationHelp}  --from D, --to D      only these measurement dates (YYYY-MM-DD), both included; you can give only one
  --format jsonl|md5|bagit  default: jsonl
  --output DIR          for bagit: a new or empty folder

jsonl has one JSON document per line for each delivered version: its MD5, how the portal accepted it, the uuid of its record, the time,
and the portal's address. md5 lists the newest delivered version of each file, for md5sum -c. bagit writes a bag without its files
(RFC 8493): fetch.txt has their addresses on the portal.

Exit codes: 0 written; 1 something was left out, and the output says what; 2 bad usage, or the data folder cannot be read.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      from: { type: "string" },
      to: { type: "string" },
      format: { type: "string" },
      output: { type: "string" },
    });
    const format = formatOf(flags.format);
    const [dates] = selectedDates(flags, [], Date.now()) ?? [{ from: null, to: null }];
    const { from, to } = dates ?? { from: null, to: null };
    const output = await outputOf(format, flags.output, around);
    const newest = new Map<string, ReceiptLine>();
    let leftOut = 0;
    await withAnswers(flags, around, async (ask) => {
      for (let after: number | null = 0; after !== null && !around.stopping.aborted; ) {
        const piece: { readonly receipts: readonly ReceiptLine[]; readonly next: number | null } = await ask(
          "receipts",
          { from, to, after },
        );
        for (const receipt of piece.receipts) {
          if (format === "jsonl") around.stdout.write(jsonLine(receipt));
          else if (receipt.file === null) leftOut += 1;
          else newest.set(receipt.file, receipt);
        }
        after = piece.next;
      }
    });
    if (format === "md5")
      for (const [file, { checksum }] of newest) around.stdout.write(md5Line(checksum, file));
    if (output !== null)
      await ofFolder(output, writeBag(output, [...newest.values()], around.version, Date.now()));
    if (leftOut > 0)
      around.stderr.write(
        `skyferry receipts: ${counted(leftOut, "receipt")} left out, because their instrument is no longer in the settings; --format jsonl lists them.\n`,
      );
    return leftOut > 0 || around.stopping.aborted ? 1 : 0;
  },
};

function formatOf(given = "jsonl"): Format {
  const found = formats.find((one) => one === given);
  if (found === undefined)
    throw new UsageError(`--format must be jsonl, md5 or bagit, not ${JSON.stringify(given)}.`);
  return found;
}

async function outputOf(
  format: Format,
  given: string | undefined,
  around: Surroundings,
): Promise<string | null> {
  if (format !== "bagit") {
    if (given !== undefined)
      throw new UsageError("--output is only for --format bagit; the other formats are printed.");
    return null;
  }
  const folder = absolutePath(required(given, "--output DIR"), around);
  const reading = readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const inside = await ofFolder(folder, reading);
  if (inside.length > 0)
    throw new UsageError(
      `--output ${folder} is not empty: name a new folder, because a bag contains nothing else.`,
    );
  return folder;
}

/** Awaits the use of the folder of `--output`; a refusal of the system becomes a usage error that names the folder. */
async function ofFolder<T>(folder: string, using: Promise<T>): Promise<T> {
  return await using.catch((error: unknown) => {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const isFile = "code" in error && error.code === "ENOTDIR";
    const what = isFile ? "is a file, or in a file" : `cannot be used (${error.message})`;
    throw new UsageError(
      `--output ${folder} ${what}: name a new or empty folder that this account can write.`,
    );
  });
}
