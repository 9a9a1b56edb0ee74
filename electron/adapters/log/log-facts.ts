const secretName = /(passw(or)?d|pwd|secret|token|authorization|credentials|api[-_]?key)$/i;
const deepest = 6;

/**
 * Facts as plain JSON data: errors with their causes, bytes as a length, no cycles, nothing under a key that names a
 * secret. `clean` is put over every text. Never throws.
 */
export function plainFacts(value: unknown, clean: (text: string) => string): unknown {
  return plain(value, clean, []);
}

function plain(value: unknown, clean: (text: string) => string, above: readonly unknown[]): unknown {
  switch (typeof value) {
    case "string":
      return clean(value);
    case "bigint":
    case "symbol":
      return clean(String(value));
    case "function":
      return "[function]";
    case "object":
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (above.includes(value)) return "[circular]";
  if (above.length >= deepest) return "[deeper]";
  try {
    return plainObject(value, clean, [...above, value]);
  } catch {
    return "[unreadable]";
  }
}

function plainObject(value: object, clean: (text: string) => string, above: readonly unknown[]): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[no date]" : value.toISOString();
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof URL) return clean(value.href);
  if (Array.isArray(value)) return value.map((one) => plain(one, clean, above));
  if (value instanceof Set) return [...value].map((one) => plain(one, clean, above));
  const own =
    value instanceof Map
      ? [...value].map(([key, one]) => [String(key), one] as const)
      : Object.entries(value);
  const told: readonly (readonly [string, unknown])[] =
    value instanceof Error
      ? [
          ["name", value.name],
          ["message", value.message],
          ["stack", value.stack],
          ["cause", value.cause],
        ]
      : [];
  const entries = [...told.filter(([, one]) => one !== undefined), ...own];
  return Object.fromEntries(
    entries.map(([key, one]) => [clean(key), secretName.test(key) ? "***" : plain(one, clean, above)]),
  );
}
