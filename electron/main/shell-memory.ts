import type { ShellMemory } from "./desktop-parts.ts";

type Written = Parameters<ShellMemory["write"]>[0];

/** Memory that says whether it will be there at the next start. */
export interface LateMemory extends Pick<ShellMemory, "read"> {
  /** False where it is remembered until the end only; the next change tries to write that, too. */
  write(name: Written, value: unknown): boolean;
}

/**
 * Memory that is opened when something is first read or written, for before that its folder may be missing. If it cannot
 * be opened or written, the shell remembers nothing until the next start, and works.
 */
export function lateMemory(open: () => ShellMemory): LateMemory {
  const fresh = new Map<string, unknown>();
  const unwritten = new Set<Written>();
  let opened: ShellMemory | null = null;
  const memory = (): ShellMemory | null => {
    try {
      opened ??= open();
    } catch {
      return null;
    }
    return opened;
  };
  return {
    read: (name) => (fresh.has(name) ? fresh.get(name) : memory()?.read(name)),
    write(name, value) {
      fresh.set(name, value);
      unwritten.add(name);
      try {
        for (const one of unwritten) {
          memory()?.write(one, fresh.get(one));
          if (opened !== null) unwritten.delete(one);
        }
      } catch {
        // A full disk, or a virus scanner that holds the file.
      }
      return !unwritten.has(name);
    },
  };
}
