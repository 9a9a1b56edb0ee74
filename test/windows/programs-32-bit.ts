import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** An ELF file for i386 that ends with 0: `xor eax,eax; inc eax; xor ebx,ebx; int 0x80`. */
const elf =
  "7f454c46010101000000000000000000020003000100000054800408340000000000000000000000340020000100000000000000" +
  "010000000000000000800408008004085b0000005b000000050000000010000031c04031dbcd80";

/** Whether the kernel runs 32-bit programs; one is tried in `folder`. */
export function runs32BitPrograms(folder: string): boolean {
  const file = path.join(folder, "program-32-bit");
  writeFileSync(file, Buffer.from(elf, "hex"), { mode: 0o755 });
  try {
    return spawnSync(file).status === 0;
  } finally {
    rmSync(file, { force: true });
  }
}
