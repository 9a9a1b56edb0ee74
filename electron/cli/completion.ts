import { type CompletedShell, completionScript } from "./completion-scripts.ts";
import type { Run } from "./table.ts";
import type { completionTable } from "./tables/station-tables.ts";

export const completion: Run<typeof completionTable> = async ({ words: [shell] }, { stdout }) => {
  stdout.write(completionScript(shell as CompletedShell));
  return 0;
};
