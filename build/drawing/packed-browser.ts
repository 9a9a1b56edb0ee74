import { existsSync } from "node:fs";

export interface PackedBrowser {
  readonly executablePath: string;
  /** Flags that it needs on a machine without a screen. */
  readonly args: readonly string[];
}

let unpacked: Promise<PackedBrowser> | undefined;

/**
 * The Chromium that npm brings (Linux x64), unpacked into the system's temporary folder at the first call; elsewhere
 * undefined. Two processes must not unpack at one time: one would start what the other still writes.
 */
export async function packedBrowser(): Promise<PackedBrowser | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  unpacked ??= unpack();
  return await unpacked;
}

async function unpack(): Promise<PackedBrowser> {
  // Makes the package unpack the system libraries that a bare machine lacks; read while it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  const { default: packed } = await import("@sparticuz/chromium");
  const executablePath = await packed.executablePath();
  if (!existsSync(executablePath)) throw new Error(`no browser at ${executablePath}`);
  return { executablePath, args: packed.args };
}
