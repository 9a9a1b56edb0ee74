import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { askInUtilityProcess, keychainScript } from "#main/keychain-process.ts";
import { safeStore } from "#main/secrets.ts";
import { lateMemory } from "#main/shell-memory.ts";
import { FakeSafeStorage } from "#test/support/fake-electron/fake-system.ts";
import { fakeUtilityProcess } from "#test/support/fake-electron/fake-utility-process.ts";

const account = "station@portal.example";

describe("the protected store of the system", () => {
  let storage: FakeSafeStorage;
  let kept: Readonly<Record<string, string>>;
  let isWritable: boolean;
  beforeEach(() => {
    isWritable = true;
    storage = new FakeSafeStorage();
    kept = {};
  });
  const store = (platform: NodeJS.Platform = "linux") =>
    safeStore({
      safeStorage: storage,
      platform,
      memory: {
        read: () => kept,
        write: (secrets) => {
          if (isWritable) kept = secrets;
          return isWritable;
        },
      },
    });

  test("keeps a password so that nobody reads it in the file, gives it back and forgets it", async () => {
    expect(await store().get(account)).toEqual({ kind: "absent" });
    expect(await store().keep(account, "hunter2")).toEqual({ kind: "done" });
    expect(JSON.stringify(kept)).not.toContain("hunter2");
    expect(await store().get(account)).toEqual({ kind: "found", secret: "hunter2" });
    expect(await store().get("constructor")).toEqual({ kind: "absent" });
    expect(await store().forget(account)).toEqual({ kind: "done" });
    expect(kept).toEqual({});
  });

  test("calls nothing kept or forgotten that the next start would not find so", async () => {
    const memory = lateMemory(() => ({
      read: () => undefined,
      write() {
        throw new Error("ENOSPC");
      },
    }));
    const unkept = safeStore({
      safeStorage: storage,
      platform: "linux",
      memory: {
        read: () => (memory.read("secrets") ?? {}) as Readonly<Record<string, string>>,
        write: (secrets) => memory.write("secrets", secrets),
      },
    });
    const given = await unkept.keep(account, "hunter2");
    expect(given).toMatchObject({ kind: "error", message: expect.stringContaining("cannot be written") });
    expect(await unkept.get(account)).toEqual({ kind: "found", secret: "hunter2" });
    isWritable = false;
    expect(await store().forget(account)).toMatchObject({ kind: "error" });
  });

  test("refuses a store whose key everybody knows", async () => {
    storage.backend = "basic_text";
    for (const given of [await store().keep(account, "hunter2"), await store().get(account)])
      expect(given).toMatchObject({ kind: "unavailable" });
    expect(kept).toEqual({});
    expect(await store("win32").keep(account, "hunter2")).toEqual({ kind: "done" });
  });

  test("refuses where the system has none", async () => {
    storage.isAvailable = false;
    expect(await store("win32").keep(account, "hunter2")).toMatchObject({ kind: "unavailable" });
  });

  test("says it when the system fails, and names no password", async () => {
    await store().keep(account, "hunter2");
    storage.fault = new Error("key lost\n at native code");
    const given = await store().get(account);
    expect(given).toEqual({
      kind: "error",
      message: "The system's protected store cannot be used: key lost. Enter the password again.",
    });
  });
});

describe("the keychain's process", () => {
  const request = { backend: "keyring", account, operation: "get" } as const;
  const ask = (script: string, timeoutMs = 30_000) =>
    askInUtilityProcess(
      fakeUtilityProcess(() => true),
      script,
      { PATH: process.env.PATH, SKYFERRY_PASSWORD: "hunter2" },
    )(request, timeoutMs);

  test("runs the adapter's own script, which answers", async () => {
    // On a machine without a keychain the answer says so; it is an answer all the same.
    expect(["found", "absent", "failed"]).toContain((await ask(keychainScript)).kind);
  });

  test("is told the request and not the password of the environment", async () => {
    expect(await ask(scriptOf("echo"))).toEqual({
      kind: "failed",
      reason: JSON.stringify({ request: { ...request, saysBegun: true }, password: null }),
    });
  });

  test("that ends before it answers has failed", async () => {
    expect(await ask(scriptOf("end"))).toEqual({ kind: "failed", reason: "its process ended (7)" });
  });

  test("that hangs is ended", async () => {
    expect(await ask(scriptOf("hang"), 300)).toEqual({ kind: "hung" });
  });
});

/** Scripts in the place of the keychain's own: one that answers with what it was told, one that ends, one that hangs. */
function scriptOf(kind: "echo" | "end" | "hang"): string {
  return fileURLToPath(new URL(`./keychain-scripts/${kind}.js`, import.meta.url));
}
