import { execFile } from "node:child_process";
import { z } from "zod";

export interface AuditReport {
  readonly lines: readonly string[];
  /** True when the registry knows of something that nobody has explained. */
  readonly isWrong: boolean;
}

/** Advisories that do not affect this project, by package, each with the reason; what is not here is wrong. */
const explained: Readonly<Record<string, string>> = {};

const answer = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), isDirect: z.boolean().optional() })),
});

/** Asks the registry that npm uses what is known against the pinned packages. Says so where it does not answer that. */
export async function auditReport(top: string): Promise<AuditReport> {
  const said = await new Promise<string>((resolve) => {
    const words = ["audit", "--json", "--ignore-scripts"];
    execFile("npm", words, { cwd: top, shell: process.platform === "win32" }, (_, stdout) => resolve(stdout));
  });
  return auditLines(said);
}

/** Makes the report from npm's JSON. */
export function auditLines(said: string): AuditReport {
  const found = answer.safeParse(jsonOf(said));
  if (!found.success) return { lines: [`audit: not run: ${reasonIn(said)}`], isWrong: false };
  const all = Object.entries(found.data.vulnerabilities);
  const lines = all.map(([name, { severity }]) =>
    explained[name] === undefined
      ? `wrong: ${name} has a known ${severity} weakness: npm audit tells more.`
      : `audit: ${name} (${severity}): ${explained[name]}`,
  );
  if (all.length === 0) lines.push("audit: nothing is known against these packages.");
  return { lines, isWrong: all.some(([name]) => explained[name] === undefined) };
}

const refusal = z.object({
  message: z.string().optional(),
  error: z.object({ summary: z.string() }).optional(),
});

/** Why there is no answer, without the address of the registry. */
function reasonIn(said: string): string {
  const told = refusal.safeParse(jsonOf(said));
  const words = told.success ? (told.data.message ?? told.data.error?.summary ?? "") : "";
  return words.replace(/\bhttps?:\/\/\S+/g, "the registry").trim() || "the registry gave no answer.";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
