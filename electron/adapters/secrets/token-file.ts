import path from "node:path";
import { z } from "zod";
import { lateModules } from "#adapters/late-modules.ts";
import { readJsonFile, replaceJsonFile, revisionOf, textHash } from "#adapters/settings/json-file.ts";
import { isExpired, type StoredToken, tokenId, tokenNameProblem, tokenScopes } from "#domain/stored-token.ts";
import type { StateStore } from "#engine/ports/host.ts";
import type { TokenFacts, TokenStore } from "#engine/ports/token-store.ts";

const moment = z.int().min(0);

const storedToken = z.strictObject({
  id: z.string().regex(tokenId),
  name: z.string().min(1),
  scope: z.enum(tokenScopes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  createdAtMs: moment,
  expiresAtMs: moment.nullable(),
});

const content = z.strictObject({ version: z.literal(1), tokens: z.array(storedToken) });

interface TokenFileParts {
  readonly dataFolder: string;
  readonly nowMs: () => number;
  /** Moments of use, by id. */
  readonly uses: StateStore;
  /** Hears once why the file cannot be used, and again after it could be. */
  readonly onDamaged?: (message: string) => void;
}

/** Between two notes of a use, milliseconds. */
const notedEveryMs = 3_600_000;

const dayMs = 86_400_000;

/** Text that a token begins with, so that people and scanners know one. */
const prefix = "skyferry_";

const fit = /^skyferry_[\w-]{43}$/;

/**
 * Tokens in `tokens.json` of the data folder, which only its owner may read. It is read at each question, so that what another
 * process has changed is in force at once. Several processes may change it.
 */
export function createTokenFile({
  dataFolder,
  nowMs,
  uses,
  onDamaged = () => {},
}: TokenFileParts): TokenStore {
  const file = path.join(dataFolder, "tokens.json");
  const lastUses = createLastUses(uses, nowMs);
  let told: string | null = null;

  async function read(): Promise<TokensRead> {
    const found = await tokensIn(file);
    const message = "message" in found ? found.message : null;
    if (message !== null && message !== told) onDamaged(message);
    told = message;
    return found;
  }

  /** Replaces the tokens by what `next` makes of them: null changes nothing, a text is why it refuses. */
  async function change(
    next: (tokens: readonly StoredToken[]) => readonly StoredToken[] | string | null,
  ): Promise<{ readonly message: string; readonly isWish: boolean } | null> {
    for (;;) {
      const now = await read();
      if ("message" in now) return { ...now, isWish: false };
      const tokens = next(now.tokens);
      if (tokens === null) return null;
      if (typeof tokens === "string") return { message: tokens, isWish: true };
      const written = await replaceJsonFile(file, { version: 1, tokens }, now.revision);
      if (written.kind === "failed") return { message: written.message, isWish: false };
      if (written.kind === "written") return null;
    }
  }

  return {
    async list() {
      const now = await read();
      if ("message" in now) return now;
      const used = await lastUses.read();
      return now.tokens.map((one) => ({ ...factsOf(one), lastUsedAtMs: used.get(one.id) ?? null }));
    },
    async create({ name: given, scope, days }) {
      const name = plainName(given);
      const { randomBytes } = lateModules.crypto();
      const token = prefix + randomBytes(32).toString("base64url");
      const createdAtMs = nowMs();
      const expiresAtMs = days === null ? null : createdAtMs + days * dayMs;
      const id = randomBytes(4).toString("hex");
      const stored = { id, name, scope, sha256: textHash(token), createdAtMs, expiresAtMs };
      const failed = await change((tokens) => tokenNameProblem(name, tokens) ?? [...tokens, stored]);
      return failed ?? { token, kept: factsOf(stored) };
    },
    async revoke(nameOrId) {
      const wanted = plainName(nameOrId).toLowerCase();
      let gone: StoredToken | undefined;
      const failed = await change((tokens) => {
        gone = tokens.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
        return gone === undefined ? null : tokens.filter((one) => one !== gone);
      });
      return failed ?? (gone === undefined ? null : factsOf(gone));
    },
    async inForce(text) {
      // Nothing else can be a token: strangers do not have the file read.
      if (!fit.test(text)) return null;
      const now = await read();
      const found = "message" in now ? null : ofText(now.tokens, text);
      if (found === null || isExpired(found, nowMs())) return null;
      await lastUses.note(found.id);
      return factsOf(found);
    },
  };
}

type TokensRead =
  | { readonly tokens: readonly StoredToken[]; readonly revision: string }
  | { readonly message: string };

async function tokensIn(file: string): Promise<TokensRead> {
  const read = await readJsonFile(file);
  if (read.kind === "missing") return { tokens: [], revision: revisionOf(read) };
  const found = read.kind === "read" ? content.safeParse(read.value) : null;
  if (found?.success) return { tokens: found.data.tokens, revision: revisionOf(read) };
  const why = read.kind === "unreadable" ? read.message : `${file} is not as Skyferry wrote it.`;
  return { message: `${why} No token that is kept there works: remove the file and create new tokens.` };
}

/** Takes the same time whichever token it is, however much of it is right. */
function ofText(tokens: readonly StoredToken[], text: string): StoredToken | null {
  const { timingSafeEqual } = lateModules.crypto();
  const given = Buffer.from(textHash(text), "hex");
  const same = tokens.filter(({ sha256 }) => timingSafeEqual(Buffer.from(sha256, "hex"), given));
  return same[0] ?? null;
}

function factsOf({ sha256: _, ...facts }: StoredToken): TokenFacts {
  return facts;
}

function plainName(given: string): string {
  return given.trim().normalize("NFC");
}

/** Moments of use, which are written once an hour for a token. */
function createLastUses(store: StateStore, nowMs: () => number) {
  const noted = new Map<string, number>();
  let known: Promise<Map<string, number>> | null = null;

  async function fromStore(): Promise<Map<string, number>> {
    const kept: unknown = await store.read();
    const rows = Object.entries(Object(kept)).filter((row): row is [string, number] =>
      Number.isFinite(row[1]),
    );
    for (const [id, at] of rows) noted.set(id, at);
    return new Map(rows);
  }

  const read = (): Promise<Map<string, number>> => {
    known ??= fromStore();
    return known;
  };

  return {
    read,
    async note(id: string): Promise<void> {
      const uses = await read();
      const now = nowMs();
      uses.set(id, now);
      if (Math.abs(now - (noted.get(id) ?? Number.NEGATIVE_INFINITY)) < notedEveryMs) return;
      noted.set(id, now);
      await store.write(Object.fromEntries(uses));
    },
  };
}
