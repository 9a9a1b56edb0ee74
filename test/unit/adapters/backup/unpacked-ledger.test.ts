import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { lookAtLedger } from "#adapters/backup/unpacked-ledger.ts";
import { lateModules } from "#adapters/late-modules.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  ["an error", 'throw new Error("out of memory")', "out of memory"],
  [
    "no word",
    "",
    "The backup's record of uploads could not be checked: the thread that reads it ended without an answer. Try again.",
  ],
  [
    "a code",
    "process.exit(7)",
    "The backup's record of uploads could not be checked: the thread that reads it ended without an answer. Try again.",
  ],
])("a thread that ends with %s is its own error, and no damaged backup", async (_, code, message) => {
  class Failing extends Worker {
    constructor() {
      super(code, { eval: true });
    }
  }
  vi.spyOn(lateModules, "threads").mockReturnValue({ ...lateModules.threads(), Worker: Failing } as never);
  await expect(lookAtLedger("/nowhere/ledger.sqlite")).rejects.toThrow(message);
});
