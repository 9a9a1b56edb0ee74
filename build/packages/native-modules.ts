import { open } from "node:fs/promises";

/** Machine that a native module was built for, in Electron's words: `linux-x64`, `win32-arm64`, `darwin-universal`. */
type Machine = `${"linux" | "win32" | "darwin"}-${string}`;

const elf = new Map([
  [62, "x64"],
  [183, "arm64"],
]);
const pe = new Map([
  [0x8664, "x64"],
  [0xaa64, "arm64"],
]);
const mach = new Map([
  [0x01000007, "x64"],
  [0x0100000c, "arm64"],
]);

/** The machine of a shared library by its first kilobytes (ELF, PE, Mach-O); null where it is none that is known. */
export function machineOf(bytes: Buffer): Machine | null {
  if (bytes.length < 64) return null;
  if (bytes.toString("latin1", 0, 4) === "\x7fELF") return named("linux", elf.get(bytes.readUInt16LE(18)));
  if (bytes.readUInt32BE(0) === 0xcafebabe) return "darwin-universal";
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return named("darwin", mach.get(bytes.readUInt32LE(4)));
  const header = bytes.toString("latin1", 0, 2) === "MZ" ? bytes.readUInt32LE(60) : bytes.length;
  if (header + 6 > bytes.length || bytes.toString("latin1", header, header + 4) !== "PE\0\0") return null;
  return named("win32", pe.get(bytes.readUInt16LE(header + 4)));
}

function named(system: "linux" | "win32" | "darwin", arch: string | undefined): Machine | null {
  return arch === undefined ? null : `${system}-${arch}`;
}

/** A sentence where this module cannot be loaded by a package for `platform` and `arch`; null where it can. */
export async function nativeProblem(file: string, platform: string, arch: string): Promise<string | null> {
  const machine = await fileMachine(file);
  const isRight = machine === `${platform}-${arch}` || machine === "darwin-universal";
  return isRight && machine.startsWith(`${platform}-`)
    ? null
    : `${file} is for ${machine ?? "no machine that is known"}, not for ${platform}-${arch}.`;
}

async function fileMachine(file: string): Promise<Machine | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return machineOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
