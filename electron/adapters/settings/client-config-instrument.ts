import { capital } from "#base/text.ts";
import { type InstrumentInput, instrumentSchema } from "#contract/settings-file.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";
import { splitSubmitPath } from "./client-config-path.ts";
import type { Table } from "./client-config-tables.ts";

/**
 * One `[[instrument]]` section in the words of the settings file. What is missing stays empty, so that the settings
 * name it and leave the instrument out until somebody completes it. The name need not be unique yet.
 */
export function readSubmitInstrument(
  section: Table,
  baseFolder: string | null,
  notes: string[],
  problems: string[],
): InstrumentInput {
  const required = (name: string) => {
    const found = section.text(name);
    if (found === null || found.trim() === "")
      problems.push(`${section.key}.${name} is missing: ${complete}`);
    return found ?? "";
  };
  const site = required("site");
  const instrument = required("instrument");
  const pid = required("instrument_pid");
  if (pid !== "" && !instrumentSchema.shape.pid.safeParse(pid).success) {
    problems.push(`${section.key}.instrument_pid does not start with https://hdl.handle.net/: ${complete}`);
  }
  const tags = [...section.texts("tags")];
  const files = readFiles(section, required("path_fmt"), baseFolder, notes, problems);
  const name = [instrument === "" ? section.key : instrument, ...tags].join(" ");
  return { name, site, instrument, pid, ...files, tags, finish: { policy: "settle", seconds: 60 } };
}

const complete = "complete it in Settings; until then this instrument is left out.";

function readFiles(
  section: Table,
  pathFmt: string,
  baseFolder: string | null,
  notes: string[],
  problems: string[],
): Pick<InstrumentInput, "folder" | "pattern"> {
  const key = `${section.key}.path_fmt`;
  const periodicity = section.text("periodicity") ?? "daily";
  if (periodicity !== "daily" && periodicity !== "monthly") {
    problems.push(`${section.key}.periodicity is neither daily nor monthly; daily was used.`);
  }
  const uncut = { folder: "", pattern: pathFmt };
  if (pathFmt === "") return uncut;
  const split = splitSubmitPath(pathFmt, periodicity === "monthly" ? "monthly" : "daily", baseFolder);
  if (split.kind === "refused") {
    problems.push(`${key} ${split.reason}. ${capital(complete)}`);
    return uncut;
  }
  notes.push(...split.notes.map((note) => `${key} ${note}.`));
  const compiled = compilePattern(split.pattern);
  if (compiled.kind === "refused") {
    problems.push(`${key}: ${compiled.reason}. ${capital(complete)}`);
  } else if (compiled.pattern.period === "month" && periodicity !== "monthly") {
    problems.push(
      `${key} has no %d and is daily, so the official client sends the same file for every day; here its date is the first of the month.`,
    );
  }
  return { folder: split.folder, pattern: split.pattern };
}
