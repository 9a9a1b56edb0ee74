import { once } from "node:events";
import { MockPortalRefusal, readOptionFiles, startMockPortal } from "#mock-portal/portal.ts";
import { absolutePath, UsageError } from "./command.ts";
import type { Run } from "./table.ts";
import type { mockPortalTable } from "./tables/sending-tables.ts";

export const mockPortal: Run<typeof mockPortalTable> = async ({ flags }, around) => {
  const { port = 0, seed, shape } = flags;
  const files = await readOptionFiles({ users: flags.users, faults: flags.faults });
  if (!files.ok) throw new UsageError(files.message);
  try {
    const portal = await startMockPortal({
      dataFolder: absolutePath(flags.data, around),
      port,
      seed,
      shape,
      processingDelaySeconds: flags["processing-delay"],
      mostRawBytes: flags["keep-mb"] * 1e6,
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
};
