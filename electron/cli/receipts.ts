import { readdir } from "node:fs/promises";
import { counted } from "#base/text.ts";
import type { ReceiptLine } from "#contract/receipts.ts";
import { md5Line } from "#domain/receipt-lines.ts";
import { withAnswers } from "./ask.ts";
import { writeBag } from "./bagit.ts";
import { absolutePath, type Surroundings, UsageError } from "./command.ts";
import { selectedDates } from "./date-flags.ts";
import type { Run } from "./table.ts";
import type { receiptsTable } from "./tables/telling-tables.ts";
import { jsonLine } from "./words.ts";

export const receipts: Run<typeof receiptsTable> = async ({ flags }, around) => {
  if (flags.json && flags.format !== undefined)
    throw new UsageError(`--json and --format ${flags.format} cannot be combined; give one of them.`);
  const format = flags.format ?? "jsonl";
  const [dates] = selectedDates(flags, [], Date.now()) ?? [{ from: null, to: null }];
  const { from, to } = dates ?? { from: null, to: null };
  const output = await outputOf(format, flags.output, around);
  const newest = new Map<string, ReceiptLine>();
  let [leftOut, told] = [0, 0];
  await withAnswers(flags, around, async (ask) => {
    for (let after: number | null = 0; after !== null && !around.stopping.aborted; ) {
      const piece: { readonly receipts: readonly ReceiptLine[]; readonly next: number | null } = await ask(
        "receipts",
        { from, to, after },
      );
      for (const receipt of piece.receipts) {
        if (format === "jsonl") {
          const before = told === 0 ? "[" : ",";
          around.stdout.write(flags.json ? `${before}${jsonLine(receipt).trimEnd()}` : jsonLine(receipt));
          told += 1;
        } else if (receipt.file === null) leftOut += 1;
        else newest.set(receipt.file, receipt);
      }
      after = piece.next;
    }
  });
  if (flags.json) around.stdout.write(told === 0 ? "[]\n" : "]\n");
  if (format === "md5")
    for (const [file, { checksum }] of newest) around.stdout.write(md5Line(checksum, file));
  if (output !== null)
    await ofFolder(output, writeBag(output, [...newest.values()], around.version, Date.now()));
  if (leftOut > 0)
    around.stderr.write(
      `skyferry receipts: ${counted(leftOut, "receipt")} left out, because their instrument is no longer in the settings; --format jsonl lists them.\n`,
    );
  return leftOut > 0 || around.stopping.aborted ? 1 : 0;
};

async function outputOf(
  format: string,
  given: string | undefined,
  around: Surroundings,
): Promise<string | null> {
  if (format !== "bagit") {
    if (given !== undefined)
      throw new UsageError("--output is only for --format bagit; the other formats are printed.");
    return null;
  }
  if (given === undefined) throw new UsageError("--output DIR is missing; see --help.");
  const folder = absolutePath(given, around);
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
