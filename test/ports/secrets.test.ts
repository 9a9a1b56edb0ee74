import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type KeptSecrets, type KeychainOptions, openKeychain } from "#adapters/secrets/keychain.ts";
import type { AskKeychain, KeychainAnswer, KeychainRequest } from "#adapters/secrets/keychain-backends.ts";
import { secretsSuite } from "./secrets-suite.ts";

const portal = "https://portal.example";
const noBus: AskKeychain = async () => ({
  kind: "failed",
  reason: "Cannot autolaunch D-Bus without X11 $DISPLAY",
});

const inMemory = memorySecrets();
secretsSuite({ name: "memory", place: "keychain", backend: "memory", open: () => inMemory });

const shared = await mkdtemp(path.join(tmpdir(), "skyferry-secrets-"));
afterAll(() => rm(shared, { recursive: true }));
secretsSuite({
  name: "credentials.json where no keychain exists",
  place: "fallback",
  backend: "credentials.json",
  open: () => openIn(shared, { ask: noBus }),
});

function openIn(dataFolder: string, options: Partial<KeychainOptions> = {}) {
  return openKeychain({
    dataFolder,
    env: {},
    passwordFile: null,
    onWarning: () => undefined,
    ask: noBus,
    ...options,
  });
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-secrets-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** A keychain in memory that can be locked as keytar and keyring behave when theirs is. */
function fakeKeychain(has: readonly KeychainRequest["backend"][]) {
  const held = new Map<string, string>();
  const asked: string[] = [];
  const state: { error: KeychainAnswer | null } = { error: null };
  const ask: AskKeychain = async (request) => {
    asked.push(`${request.operation} ${request.backend}`);
    const key = `${request.backend} ${request.account}`;
    if (!has.includes(request.backend)) return { kind: "failed", reason: "Cannot find module 'keytar'" };
    if (state.error !== null) return state.error;
    if (request.operation === "keep") held.set(key, request.secret);
    if (request.operation === "forget") held.delete(key);
    if (request.operation !== "get") return { kind: "done" };
    const secret = held.get(key);
    return secret === undefined ? { kind: "absent" } : { kind: "found", secret };
  };
  return { held, asked, state, ask };
}

describe("the order", () => {
  test("environment, then password file, then what was kept", async () => {
    const { ask } = fakeKeychain(["keyring"]);
    await openIn(folder, { ask }).keep("station", portal, "kept");
    const passwordFile = path.join(folder, "password");
    await writeFile(passwordFile, "from file\n", { mode: 0o600 });
    const env = { SKYFERRY_PASSWORD: "from env" };
    const found = async (options: Partial<KeychainOptions>) => {
      const { kind, ...rest } = await openIn(folder, { ask, ...options }).password("station", portal);
      return { kind, ...rest };
    };
    expect(await found({ env, passwordFile })).toMatchObject({ secret: "from env", place: "environment" });
    expect(await found({ env: { SKYFERRY_PASSWORD: "" }, passwordFile })).toMatchObject({
      secret: "from file",
      place: "password-file",
      backend: passwordFile,
    });
    expect(await found({})).toMatchObject({ secret: "kept", place: "keychain", backend: "keyring" });
  });

  test("keytar before keyring; where it lies is recorded, the secret is not", async () => {
    const { ask, asked } = fakeKeychain(["keytar", "keyring"]);
    await openIn(folder, { ask }).keep("station", portal, "hunter2");
    expect(asked).toEqual(["keep keytar"]);
    expect(await readdir(folder)).toEqual(["secret-place.json"]);
    const record = await readFile(path.join(folder, "secret-place.json"), "utf8");
    expect(JSON.parse(record)).toEqual({ "station@portal.example": "keytar" });
    asked.length = 0;
    await openIn(folder, { ask }).password("station", portal);
    expect(asked).toEqual(["get keytar"]);
  });

  test("a record that is lost or damaged: the places are searched and recorded again", async () => {
    const { ask } = fakeKeychain(["keyring"]);
    await openIn(folder, { ask }).keep("station", portal, "hunter2");
    for (const damage of [null, "{", "[]", '{"station@portal.example":3}']) {
      const record = path.join(folder, "secret-place.json");
      if (damage === null) await rm(record);
      else await writeFile(record, damage);
      expect(await openIn(folder, { ask }).password("station", portal)).toMatchObject({ secret: "hunter2" });
    }
  });
});

describe("a keychain that is there and does not answer", () => {
  const errors: readonly KeychainAnswer[] = [
    { kind: "hung" },
    { kind: "failed", reason: "Secret Service: unlock prompt was dismissed" },
    { kind: "failed", reason: "Cannot create an item in a locked collection" },
  ];

  test.each(errors)("is told and not bypassed: %j", async (error) => {
    const { ask, state, asked } = fakeKeychain(["keytar", "keyring"]);
    state.error = error;
    const secrets = openIn(folder, { ask });
    expect(await secrets.password("station", portal)).toMatchObject({
      kind: "error",
      message: expect.stringContaining("--password-file"),
    });
    expect(asked).toEqual(["get keytar"]);
    expect(await secrets.keep("station", portal, "hunter2")).toEqual({
      message: expect.stringContaining("keytar"),
    });
    expect(await secrets.forget("station", portal)).toContain("not removed");
    expect(await readdir(folder)).toEqual([]);
  });

  test("keytar that says nothing of what it holds (locked) is trouble, not an unknown password", async () => {
    const { ask, held } = fakeKeychain(["keytar"]);
    await openIn(folder, { ask }).keep("station", portal, "hunter2");
    held.clear();
    const found = await openIn(folder, { ask }).password("station", portal);
    expect(found).toMatchObject({ kind: "error", message: expect.stringContaining("locked") });
  });

  test("a keychain that has gone is trouble; keeping the password again ends it", async () => {
    const { ask } = fakeKeychain(["keyring"]);
    await openIn(folder, { ask }).keep("station", portal, "old");
    const secrets = openIn(folder);
    expect(await secrets.password("station", portal)).toMatchObject({ kind: "error" });
    expect(await secrets.keep("station", portal, "new")).toMatchObject({ place: "fallback" });
    expect(await secrets.password("station", portal)).toMatchObject({ secret: "new" });
  });
});

/** On Windows rights decide: `unit/owner-only.test.ts`. */
const isWithoutModes = process.platform === "win32";

describe("credentials.json", () => {
  const file = () => path.join(folder, "credentials.json");

  test.skipIf(isWithoutModes)("is for its owner alone", async () => {
    await openIn(folder).keep("station", portal, "hunter2");
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    await openIn(folder).keep("other", portal, "hunter3");
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  test.skipIf(isWithoutModes).each([0o644, 0o640, 0o604])(
    "is refused with mode %o until it is corrected",
    async (mode) => {
      const secrets = openIn(folder);
      await secrets.keep("station", portal, "hunter2");
      await chmod(file(), mode);
      const refused = { kind: "error", message: expect.stringContaining(`chmod 600 ${file()}`) };
      expect(await secrets.password("station", portal)).toMatchObject(refused);
      expect(await secrets.keep("station", portal, "new")).toEqual({ message: refused.message });
      await chmod(file(), 0o600);
      expect(await secrets.password("station", portal)).toMatchObject({ secret: "hunter2" });
    },
  );

  test("that is damaged is told and left as it is", async () => {
    await writeFile(file(), '{"station', { mode: 0o600 });
    expect(await openIn(folder).password("station", portal)).toMatchObject({ kind: "error" });
    expect(await openIn(folder).keep("station", portal, "x")).toHaveProperty("message");
    expect(await readFile(file(), "utf8")).toBe('{"station');
  });

  test("gives its secret up when a keychain has come", async () => {
    await openIn(folder).keep("station", portal, "hunter2");
    const { ask } = fakeKeychain(["keyring"]);
    expect(await openIn(folder, { ask }).keep("station", portal, "hunter2")).toMatchObject({
      backend: "keyring",
    });
    expect(await readFile(file(), "utf8")).not.toContain("hunter2");
  });
});

describe("--password-file", () => {
  const read = async (text: string | Buffer | null, mode = 0o600) => {
    const passwordFile = path.join(folder, "password");
    if (text !== null) await writeFile(passwordFile, text);
    if (text !== null) await chmod(passwordFile, mode);
    const warnings: string[] = [];
    const found = await openIn(folder, { passwordFile, onWarning: (one) => warnings.push(one) }).password(
      "u",
      portal,
    );
    return { ...found, warnings };
  };

  test.each([
    ["hunter2", "hunter2"],
    ["hunter2\n", "hunter2"],
    ["hunter2\r\n", "hunter2"],
    ["hunter2\n\n \n", "hunter2"],
    [" with spaces \n", " with spaces "],
    ["\uFEFFhunter2", "hunter2"],
    [Buffer.from("\uFEFFhunter2\r\n", "utf16le"), "hunter2"],
  ])("%j is %j", async (text, secret) => {
    expect(await read(text)).toMatchObject({ kind: "found", secret, warnings: [] });
  });

  test.skipIf(isWithoutModes)("one that others can read is used, with a warning", async () => {
    expect(await read("hunter2", 0o644)).toMatchObject({
      secret: "hunter2",
      warnings: [expect.stringMatching(/mode 0644.*chmod 600/)],
    });
  });

  test("the first line is the password; more lines with text are told and never join it", async () => {
    for (const text of ["hunter2\nnote\n", "hunter2\r\n\r\nnote"]) {
      const found = await read(text);
      expect(found).toMatchObject({ kind: "found", secret: "hunter2" });
      expect(found.warnings).toEqual([
        expect.stringMatching(/password has more than one line: only the first/),
      ]);
      expect(found.warnings.join()).not.toMatch(/hunter2|note/);
    }
    expect(await read("\nhunter2\n")).toMatchObject({
      kind: "error",
      message: expect.stringMatching(/^The first line of the password file .* is empty/),
    });
  });

  test("one in UTF-16 without a mark is told, with what to do", async () => {
    expect(await read(Buffer.from("hunter2", "utf16le"))).toMatchObject({
      kind: "error",
      message: expect.stringMatching(/password cannot be read: it is not in UTF-8: save it as UTF-8\.$/),
    });
  });

  test("one that is missing or empty is trouble; nothing else is tried", async () => {
    expect(await read(null)).toMatchObject({
      kind: "error",
      message: expect.stringContaining("does not exist"),
    });
    expect(await read("\n")).toMatchObject({ kind: "error", message: expect.stringContaining("is empty") });
  });
});

test("two passwords that are kept at once, and one that is forgotten meanwhile, do not undo each other", async () => {
  const secrets = openIn(folder);
  await secrets.keep("gone", portal, "old");
  await Promise.all([
    secrets.keep("first", portal, "one"),
    secrets.forget("gone", portal),
    secrets.keep("second", portal, "two"),
  ]);
  const found = await Promise.all(["first", "second", "gone"].map((user) => secrets.password(user, portal)));
  expect(found).toMatchObject([{ secret: "one" }, { secret: "two" }, { kind: "none" }]);
});

/** Secrets in memory: a keychain that always works. */
function memorySecrets(known: Readonly<Record<string, string>> = {}): KeptSecrets {
  const held = new Map(Object.entries(known));
  const accountOf = (username: string, portalUrl: string) => `${username}@${new URL(portalUrl).host}`;
  const kept: KeptSecrets["kept"] = async (username, portalUrl) => {
    const account = accountOf(username, portalUrl);
    const secret = held.get(account);
    return secret === undefined
      ? { kind: "none", message: `No password is stored for ${account}.` }
      : { kind: "found", secret, place: "keychain", backend: "memory" };
  };
  return {
    password: kept,
    kept,
    keep: async (username, portalUrl, secret) => {
      if (secret === "") return { message: "An empty password is not saved." };
      held.set(accountOf(username, portalUrl), secret);
      return { place: "keychain", backend: "memory" };
    },
    store: async () => "keychain",
    forget: async (username, portalUrl) => {
      held.delete(accountOf(username, portalUrl));
      return null;
    },
  };
}
