/** Name of the first entry of a backup. */
export const manifestName = "manifest.json";

/** Version of the layout; a restore takes this one and earlier ones. */
export const backupFormat = 1;

const kind = "skyferry-backup";

/** A file of a backup beside its manifest. */
export interface BackupPart {
  /** Path in the data folder, `/` between parts. */
  readonly name: string;
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** First entry of a backup: says what is in it. */
export interface BackupManifest {
  readonly kind: typeof kind;
  readonly format: number;
  /** Version of the Skyferry that made it. */
  readonly version: string;
  /** Sites of its instruments. */
  readonly station: string;
  /** Name of the PC on which it was made. */
  readonly computer: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  /** Secret values that the settings held, which are not in it. */
  readonly secretsLeftOut: number;
  readonly parts: readonly BackupPart[];
}

/** A manifest of this format. */
export function newManifest(facts: Omit<BackupManifest, "kind" | "format">): BackupManifest {
  return { kind, format: backupFormat, ...facts };
}

/** Null where the text is no manifest. That of a newer format may have other parts than are known here. */
export function parseManifest(text: string): BackupManifest | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value) || value.kind !== kind || typeof value.format !== "number") return null;
  const { version, station, computer, madeAt, secretsLeftOut, parts } = value;
  const texts = [version, station, computer, madeAt];
  if (value.format > backupFormat)
    return { ...newManifest(unknownFacts), format: value.format, version: String(version) };
  if (!texts.every((one) => typeof one === "string") || !Array.isArray(parts) || !parts.every(isPart))
    return null;
  if (Number.isNaN(Date.parse(String(madeAt)))) return null;
  return {
    ...newManifest({ ...unknownFacts, parts }),
    ...value,
    secretsLeftOut: Number(secretsLeftOut) || 0,
  };
}

const unknownFacts = { version: "", station: "", computer: "", madeAt: "", secretsLeftOut: 0, parts: [] };

function isPart(part: unknown): part is BackupPart {
  if (!isObject(part)) return false;
  const { name, bytes, sha256 } = part;
  return (
    typeof name === "string" &&
    isSafe(name) &&
    Number.isSafeInteger(bytes) &&
    /^[0-9a-f]{64}$/.test(String(sha256))
  );
}

/** A path that leads nowhere but into the folder that it is put into. */
function isSafe(name: string): boolean {
  const isOdd = process.platform === "win32" && /[\\:]/.test(name);
  return !isOdd && !name.includes("\0") && name.split("/").every((part) => !["", ".", ".."].includes(part));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
