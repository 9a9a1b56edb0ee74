import { once } from "node:events";
import { MockPortalRefusal, readOptionFiles, startMockPortal } from "#mock-portal/portal.ts";
import { absolutePath, type Command, readFlags, required, UsageError, wholeNumber } from "./command.ts";

export const mockPortal: Command = {
  name: "mock-portal",
  summary: "runs only the bundled portal",
  help: `skyferry mock-portal: runs only the bundled portal, on 127.0.0.1.

Usage: skyferry mock-portal --data DIR [--port N] [--users FILE] [--seed demo|empty]
                            [--faults FILE] [--processing-delay SECONDS] [--keep-mb N] [--shape contract|live]

  --data DIR                  where it stores records and files; created if missing
  --port N                    default: any free one
  --users FILE                {"users":[{"username","password","sites":["hyytiala"] or "*"}]}; default: station / station
  --seed demo|empty           initial content of a new folder; default: empty
  --faults FILE               faults to simulate: delays, wrong answers, lost answers, broken connections
  --processing-delay SECONDS  time from the arrival of a file to its product; default: 300
  --keep-mb N                 raw files use at most N megabytes, and the oldest are deleted first; default: 10000
  --shape contract|live       answers as documented, or as the live portal does; default: contract

Prints one JSON line {"url":"http://127.0.0.1:N"} when ready. SIGTERM ends it.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      data: { type: "string" },
      port: { type: "string" },
      users: { type: "string" },
      seed: { type: "string" },
      faults: { type: "string" },
      "processing-delay": { type: "string" },
      "keep-mb": { type: "string" },
      shape: { type: "string" },
    });
    const dataFolder = absolutePath(required(flags.data, "--data DIR"), around);
    const port = wholeNumber(flags.port, "--port", { from: 0, to: 65_535, otherwise: 0 });
    const processingDelaySeconds = wholeNumber(flags["processing-delay"], "--processing-delay", {
      from: 0,
      to: 31_536_000,
      otherwise: 300,
    });
    const keepMB = wholeNumber(flags["keep-mb"], "--keep-mb", {
      from: 1,
      to: 100_000_000,
      otherwise: 10_000,
    });
    const { seed = "empty", shape = "contract" } = flags;
    if (shape !== "contract" && shape !== "live")
      throw new UsageError(`--shape must be contract or live, not ${JSON.stringify(shape)}.`);
    if (seed !== "demo" && seed !== "empty")
      throw new UsageError(`--seed must be demo or empty, not ${JSON.stringify(seed)}.`);
    const files = await readOptionFiles({ users: flags.users, faults: flags.faults });
    if (!files.ok) throw new UsageError(files.message);
    try {
      const portal = await startMockPortal({
        dataFolder,
        port,
        seed,
        shape,
        processingDelaySeconds,
        mostRawBytes: keepMB * 1e6,
        ...files.value,
      });
      around.stdout.write(`${JSON.stringify({ url: portal.url })}\n`);
      if (!around.stopping.aborted) await once(around.stopping, "abort");
      await portal.close();
      return 0;
    } catch (error) {
      if (error instanceof MockPortalRefusal) throw new UsageError(error.message);
      throw error;
    }
  },
};
