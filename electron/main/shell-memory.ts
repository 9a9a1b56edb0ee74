import type { ShellMemory } from "./desktop-parts.ts";

/**
 * Memory that is opened when something is first read or written, for before that its folder may be missing. Where it
 * cannot be opened or written, the shell remembers nothing until the next start, and works.
 */
export function lateMemory(open: () => ShellMemory): ShellMemory {
  const fresh = new Map<string, unknown>();
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
      try {
        memory()?.write(name, value);
      } catch {
        // A virus scanner that holds the file: the next change writes it.
      }
    },
  };
}
