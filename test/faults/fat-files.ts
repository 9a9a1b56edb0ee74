import type { Files } from "#engine/ports/host.ts";

/** The clock of FAT counts seconds by two; microseconds. */
export const fatTickUs = 2_000_000;

interface Times {
  readonly mtimeUs: number;
  readonly ctimeUs: number;
}

/** The same files as FAT shows them on Linux: times in steps of 2 s, and no change time but the modification time. */
export function fatFiles(real: Files): Files {
  const files: Files = Object.create(real);
  files.stat = async (folder, relPath) => {
    const stat = await real.stat(folder, relPath);
    return "trouble" in stat ? stat : coarse(stat);
  };
  files.walk = async function* (request, signal) {
    for await (const batch of real.walk(request, signal))
      yield "trouble" in batch ? batch : { ...batch, files: batch.files.map(coarse) };
  };
  files.open = async (folder, relPath) => {
    const file = await real.open(folder, relPath);
    if ("trouble" in file) return file;
    const statAgain = async () => {
      const { byPath, byDescriptor } = await file.statAgain();
      return { byPath: byPath === null ? null : coarse(byPath), byDescriptor: coarse(byDescriptor) };
    };
    return new Proxy(file, {
      get(target, name) {
        if (name === "stat") return coarse(target.stat);
        if (name === "statAgain") return statAgain;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  return files;
}

function coarse<Seen extends Times>(seen: Seen): Seen {
  const mtimeUs = Math.floor(seen.mtimeUs / fatTickUs) * fatTickUs;
  return { ...seen, mtimeUs, ctimeUs: mtimeUs };
}
