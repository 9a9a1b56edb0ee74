import { availableParallelism } from "node:os";
import { run } from "./support/children.ts";
import { loadNow } from "./support/process-facts.ts";
import type { Row } from "./support/report.ts";

const suites = [
  { name: "npm test", words: ["--mode", "short"], mostSeconds: 360 },
  { name: "npm run test:quick", words: ["--config", "test/quick.config.ts"], mostSeconds: 60 },
] as const;

/** B15: how long the tests take. Smaller than 1, `scale` leaves all but the quick ones out. */
export async function tests(scale: number): Promise<Row[]> {
  const vitest = new URL("../node_modules/vitest/vitest.mjs", import.meta.url).pathname;
  const rows: Row[] = [];
  for (const { name, words, mostSeconds } of suites.filter((one) => scale >= 1 || one.mostSeconds <= 60)) {
    const { seconds } = await run(process.execPath, [vitest, "run", ...words]);
    rows.push({
      id: "B15",
      what: `${name} on ${availableParallelism()} cores`,
      figures: `${seconds.toFixed(0)} s`,
      ratio: seconds / mostSeconds,
      target: `≤ 1 (${mostSeconds} s)`,
      holds: seconds <= mostSeconds,
      raw: { seconds, load: loadNow() },
    });
  }
  return rows;
}
