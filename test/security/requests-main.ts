import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runProgram } from "#test/support/hosts/program.ts";

const top = fileURLToPath(new URL("../..", import.meta.url));
const help = `Random requests to a host on fakes and to a station: none is answered with 500, and both go on.

Usage: npm run long -- requests [--count N] [--seed S]

  --count N  requests to each; default: 10000
  --seed S   other requests; default: those of the suite

Ends with 0 when everything held, with 1 when something did not.
`;

process.exit(await runProgram({ name: "requests", help, read, run }));

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      count: { type: "string", default: "10000" },
      seed: { type: "string", default: "requests" },
    },
  });
  return /^[1-9]\d{0,6}$/.test(values.count)
    ? values
    : `--count must be a whole number from 1 to 9999999, not ${values.count}.`;
}

async function run({ count, seed }: Exclude<ReturnType<typeof read>, string>): Promise<number> {
  const { status } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "test/security/random-requests.test.ts"],
    {
      cwd: top,
      stdio: "inherit",
      env: { ...process.env, SKYFERRY_REQUESTS: count, SKYFERRY_REQUESTS_SEED: seed },
    },
  );
  return status ?? 1;
}
