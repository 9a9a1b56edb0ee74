import { createHash } from "node:crypto";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTokenFile } from "#adapters/secrets/token-file.ts";
import { mostTokens } from "#domain/stored-token.ts";
import type { TokenStore } from "#engine/ports/token-store.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

let nowMs = Date.UTC(2026, 10, 28);
const told: string[] = [];
const place = ofEachTest(
  async () => {
    told.length = 0;
    const dataFolder = await scratchOfTest("skyferry-tokens-");
    const uses = new MemoryStateStore();
    // Two processes on one data folder: a host and a command.
    const open = () =>
      createTokenFile({
        dataFolder,
        nowMs: () => nowMs,
        uses,
        onDamaged: (message) => void told.push(message),
      });
    return { file: join(dataFolder, "tokens.json"), uses, host: open(), command: open() };
  },
  async () => {},
);

async function made(store: TokenStore, name: string, days: number | null = null): Promise<string> {
  const reply = await store.create({ name, scope: "read", days });
  if ("message" in reply) throw new Error(reply.message);
  return reply.token;
}

test("a token is in force at once in another process, and not any more once it is revoked", async () => {
  const token = await made(place.command, "grafana");
  expect(await place.host.inForce(token)).toMatchObject({
    name: "grafana",
    scope: "read",
    expiresAtMs: null,
  });
  const other = await made(place.command, "other");
  expect(await place.command.revoke("GRAFANA")).toMatchObject({ name: "grafana" });
  expect(await place.host.inForce(token)).toBeNull();
  const id = (await place.host.inForce(other))?.id ?? "";
  expect(await place.command.revoke(id)).toMatchObject({ name: "other" });
  expect(await place.host.inForce(other)).toBeNull();
  expect(await place.command.revoke(id)).toBeNull();
});

test("a token is in force before the moment at which it expires", async () => {
  const token = await made(place.command, "short", 2);
  nowMs += 2 * dayMs - 1;
  expect(await place.host.inForce(token)).not.toBeNull();
  nowMs += 1;
  expect(await place.host.inForce(token)).toBeNull();
  // It is listed, and its name is taken, until it is revoked.
  expect(await place.host.list()).toMatchObject([{ name: "short" }]);
  expect(await place.host.create({ name: "Short", scope: "read", days: null })).toMatchObject({
    isWish: true,
  });
});

test("no other text is a token: not a part of one, not its hash, not one of another case", async () => {
  const token = await made(place.command, "grafana");
  const hash = createHash("sha256").update(token).digest("hex");
  const wrong = [
    "",
    " ",
    token.slice(0, -1),
    `${token}A`,
    token.toUpperCase(),
    hash,
    `skyferry_${hash.slice(0, 43)}`,
  ];
  for (const text of wrong) expect(await place.host.inForce(text)).toBeNull();
});

test("the file holds a hash and no token, and only its owner may read it", async () => {
  const token = await made(place.command, "grafana");
  const text = await readFile(place.file, "utf8");
  expect(text).not.toContain(token);
  expect(text).not.toContain(token.replace("skyferry_", ""));
  expect(text).toContain(createHash("sha256").update(token).digest("hex"));
  if (process.platform !== "win32") expect((await stat(place.file)).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(await place.host.list())).not.toMatch(/sha256|[0-9a-f]{64}/);
});

test.each([
  ["cut", (text: string) => text.slice(0, -3)],
  ["empty", () => ""],
  ["of another shape", () => "[]"],
  ["of a later version", (text: string) => text.replace('"version": 1', '"version": 2')],
  ["with a scope that is none", (text: string) => text.replace('"read"', '"all"')],
  ["with a hash that is none", (text: string) => text.replace(/"sha256": ".{4}/, '"sha256": "')],
])(
  "a file that is %s: no token works, one warning says so, and nothing is written over it",
  async (_, damage) => {
    const token = await made(place.command, "grafana");
    const whole = await readFile(place.file, "utf8");
    await writeFile(place.file, damage(whole));
    for (let n = 0; n < 3; n++) expect(await place.host.inForce(token)).toBeNull();
    expect(told).toEqual([expect.stringContaining("tokens.json")]);
    expect(told[0]).not.toMatch(/[0-9a-f]{64}/);
    const refused = { message: told[0] };
    expect(await place.host.list()).toEqual(refused);
    expect(await place.host.create({ name: "next", scope: "read", days: null })).toMatchObject(refused);
    expect(await place.host.revoke("grafana")).toMatchObject(refused);
    expect(await readFile(place.file, "utf8")).toBe(damage(whole));
    await writeFile(place.file, whole);
    expect(await place.host.inForce(token)).not.toBeNull();
  },
);

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a file that cannot be read",
  async () => {
    const token = await made(place.command, "grafana");
    await chmod(place.file, 0);
    expect(await place.host.inForce(token)).toBeNull();
    expect(told).toHaveLength(1);
  },
);

test.each(["", " ", "-x", "a\nb", "a\u202Eb", "x".repeat(51), "0123abcd", "a/b", "a "])(
  "%j is no name",
  async (name) => {
    const reply = await place.command.create({ name, scope: "read", days: null });
    // Blanks around a name are left out.
    if (name === "a ") expect(reply).toMatchObject({ kept: { name: "a" } });
    else expect(reply).toEqual({ isWish: true, message: expect.stringContaining("choose another name") });
  },
);

test("there are bounds, and two writers lose no token", async () => {
  const names = Array.from({ length: 20 }, (_, n) => `Prüfstand ${n}`);
  const tokens = await Promise.all(
    names.map((name, n) => made(n % 2 === 0 ? place.host : place.command, name)),
  );
  for (const token of tokens) expect(await place.host.inForce(token)).not.toBeNull();
  expect(await place.host.list()).toHaveLength(20);
  const kept = JSON.parse(await readFile(place.file, "utf8"));
  const many = Array.from({ length: mostTokens }, (_, n) => ({ ...kept.tokens[0], name: `n${n}` }));
  await writeFile(place.file, JSON.stringify({ ...kept, tokens: many }));
  expect(await place.host.create({ name: "more", scope: "read", days: null })).toMatchObject({
    isWish: true,
  });
});

test("the last use is known to the moment here, to the hour elsewhere, and of no token that is refused", async () => {
  const token = await made(place.command, "grafana");
  const uses = async (store: TokenStore) => {
    const kept = await store.list();
    return "message" in kept ? null : kept[0]?.lastUsedAtMs;
  };
  expect(await uses(place.host)).toBeNull();
  const first = nowMs;
  await place.host.inForce(token);
  nowMs += hourMs / 2;
  await place.host.inForce(token);
  expect(await uses(place.host)).toBe(nowMs);
  expect(await uses(place.command)).toBe(first);
  nowMs += hourMs;
  await place.host.inForce(token);
  expect(Object.values(Object(await place.uses.read()))).toEqual([nowMs]);
});
