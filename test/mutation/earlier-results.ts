import { readFileSync, writeFileSync } from "node:fs";

/** What is read of Stryker's report of earlier runs. */
interface Report {
  readonly files: Readonly<Record<string, { mutants: readonly { readonly status: string }[] }>>;
}

/**
 * Takes out of an earlier report all that was not noticed, so that it is tried again: Stryker itself would take it over
 * where it does not know which tests touch the place, whatever tests were added.
 */
export function forgetSurvivors(path: string): void {
  const report = readReport(path);
  if (report === null) return;
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter(({ status }) => status === "Killed");
  writeFileSync(path, JSON.stringify(report));
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  } catch {
    return null;
  }
}
