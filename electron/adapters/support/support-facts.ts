import { readFile } from "node:fs/promises";
import os from "node:os";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type FileLog, nth } from "#adapters/log/log-file.ts";
import { createRedactor } from "#adapters/log/redact.ts";
import { cutSecrets } from "#adapters/settings/secret-values.ts";
import type { SupportFacts } from "#engine/ports/settings.ts";

export interface SupportParts extends Pick<SupportFacts, "doctor"> {
  readonly version: string;
  readonly log: Pick<FileLog, "path" | "redact">;
}

const pack = promisify(gzip);
const mostLogFiles = 5;

/** Gives the facts of this computer and its log; every text passes the log's own redactor before it is packed. */
export function createSupportFacts({ version, log, doctor }: SupportParts): SupportFacts {
  return {
    version,
    pathStyle: process.platform === "win32" ? "win32" : "posix",
    platform: () => ({
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      versions: { node: process.versions.node, electron: process.versions.electron ?? null },
      processors: os.availableParallelism(),
      memoryBytes: { total: os.totalmem(), free: os.freemem(), used: process.memoryUsage.rss() },
      uptimeSeconds: { system: Math.round(os.uptime()), program: Math.round(process.uptime()) },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      now: new Date().toISOString(),
    }),
    doctor,
    async logTail(lines) {
      const found: string[] = [];
      for (let age = 0; age < mostLogFiles && found.length < lines; age += 1)
        found.unshift(...(await linesOf(nth(log.path, age))).slice(-(lines - found.length)));
      return found;
    },
    async pack(document) {
      const cut = cutSecrets(document, true);
      const redactor = createRedactor();
      for (const secret of cut.secrets) redactor.registerSecret(secret);
      // Text by text: a look for secrets over the whole JSON could eat its quotes.
      const clean = (text: string): string => redactor.redact(log.redact(text));
      const json = JSON.stringify(
        cut.value,
        (_, value) => (typeof value === "string" ? clean(value) : value),
        2,
      );
      return (await pack(json)).toString("base64");
    },
  };
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}
