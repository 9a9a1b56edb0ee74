import { parseArgs } from "node:util";
import { survivorLines, tableOf } from "./scores.ts";
import { partOf, type Subject, subjects } from "./subjects.ts";

const help = `Mutation testing: Stryker changes the rules one place at a time, and a test has to notice.

Usage: npm run long -- mutation [--subject domain[,outcome…]] [--file GLOB] [--concurrency N] [--fresh]

  --subject NAME   these subjects only: ${subjects.map(({ name }) => name).join(", ")}
  --file GLOB      these sources of the subject only; may be given several times
  --concurrency N  so many processes at once; default: 2
  --fresh          does not take over what an earlier run found and neither source nor test has changed since

Ends with 0 when every subject has a score of 90 % at least, with 1 when one has not, with 2 for bad usage.
Reports are left in out/mutation.
`;

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const flags = readFlags(args);
  if (typeof flags === "string") {
    process.stderr.write(`mutation: ${flags}\n`);
    return 2;
  }
  if (flags.help === true) {
    process.stdout.write(help);
    return 0;
  }
  // Stryker is not there until it is needed: help and a wrong flag are told at once.
  const { runSubject } = await import("./subject-run.ts");
  let areAllGood = true;
  for (const subject of flags.chosen) {
    process.stdout.write(`\n${subject.name}\n`);
    const run = await runSubject(subject, flags);
    process.stdout.write(`${survivorLines(run.results)}\n${tableOf(run.results)}\n`);
    process.stdout.write(`${Math.round(run.tookMs / 1000)} s, report: ${run.report}\n`);
    areAllGood &&= run.isGood;
  }
  return areAllGood ? 0 : 1;
}

/** The flags, or what is wrong with them. */
function readFlags(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        subject: { type: "string" },
        file: { type: "string", multiple: true },
        concurrency: { type: "string", default: "2" },
        fresh: { type: "boolean", default: false },
        help: { type: "boolean" },
      },
    });
    const names = values.subject?.split(",") ?? subjects.map(({ name }) => name);
    const chosen: Subject[] = [];
    for (const name of names) {
      const subject = subjects.find((one) => one.name === name);
      if (subject === undefined)
        return `there is no subject ${name}; there are ${subjects.map((one) => one.name).join(", ")}`;
      const part = values.file === undefined ? subject : partOf(subject, values.file);
      if (part !== null) chosen.push(part);
    }
    const missing = values.file?.find((file) => !chosen.some(({ mutate }) => mutate.includes(file)));
    if (missing !== undefined) return `--file: ${missing} is no source of ${names.join(", ")}`;
    const concurrency = Number(values.concurrency);
    if (!Number.isInteger(concurrency) || concurrency < 1)
      return "--concurrency must be a whole number from 1";
    return { ...values, chosen, concurrency };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
