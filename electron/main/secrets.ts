import type { SafeStorage } from "electron";
import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import { shellText } from "./text.ts";

type Fallback = NonNullable<NonNullable<DataFolderOptions["keychain"]>["fallback"]>;
type SecretAnswer = Awaited<ReturnType<Fallback["get"]>>;

/** Encrypted secrets by account, as base64; kept in a file that holds nothing readable. */
export interface SecretMemory {
  read(): Readonly<Record<string, string>>;
  /** False where the file could not be written: they are as before at the next start. */
  write(secrets: Readonly<Record<string, string>>): boolean;
}

export interface SafeStoreParts {
  readonly safeStorage: Pick<
    SafeStorage,
    "isAsyncEncryptionAvailable" | "encryptStringAsync" | "decryptStringAsync" | "getSelectedStorageBackend"
  >;
  readonly platform: NodeJS.Platform;
  readonly memory: SecretMemory;
}

/**
 * The place for a password where no keychain library works: encrypted with the key that the system keeps for this
 * program. Without such a key it refuses (`basic_text` hides a secret behind a password that everybody knows).
 */
export function safeStore({ safeStorage, platform, memory }: SafeStoreParts): Fallback {
  const refusal = async (): Promise<SecretAnswer | null> => {
    if (platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text")
      return unavailable(shellText.noKeychain);
    const isAvailable = await safeStorage.isAsyncEncryptionAvailable();
    return isAvailable ? null : unavailable(shellText.noProtectedStore);
  };
  const read = async (account: string): Promise<SecretAnswer> => {
    const stored = memory.read();
    const encrypted = Object.hasOwn(stored, account) ? stored[account] : undefined;
    if (encrypted === undefined) return { kind: "absent" };
    const { result } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, "base64"));
    return { kind: "found", secret: result };
  };
  /** Never rejects: what the system throws becomes a sentence. */
  const carefully = async (work: () => Promise<SecretAnswer>): Promise<SecretAnswer> => {
    try {
      return (await refusal()) ?? (await work());
    } catch (error) {
      const reason = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
      return {
        kind: "error",
        message: shellText.protectedStoreFailed(reason ?? ""),
      };
    }
  };

  return {
    name: "safeStorage",
    place: "fallback",
    get: (account) => carefully(() => read(account)),
    keep: (account, secret) =>
      carefully(async () => {
        const encrypted = (await safeStorage.encryptStringAsync(secret)).toString("base64");
        if (!memory.write({ ...memory.read(), [account]: encrypted }))
          return notWritten(shellText.secretIsGone);
        const back = await read(account);
        if (back.kind === "found" && back.secret === secret) return { kind: "done" };
        return { kind: "error", message: shellText.protectedStoreDiffers };
      }),
    async forget(account) {
      const { [account]: _, ...rest } = memory.read();
      return memory.write(rest) ? { kind: "done" } : notWritten(shellText.secretIsBack);
    },
  };
}

function notWritten(message: string): SecretAnswer {
  return { kind: "error", message };
}

function unavailable(message: string): SecretAnswer {
  return { kind: "unavailable", message };
}
