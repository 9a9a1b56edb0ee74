import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog, type LogOptions } from "#adapters/log/log-file.ts";
import { fc } from "#test/support/fixed-cases.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-log-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (options: Partial<LogOptions> = {}) =>
  createLog({ folder: path.join(folder, "logs"), ...options });
const lines = async (file: string) => (await readFile(file, "utf8")).split(/\r?\n/).slice(0, -1);

test("one line an entry: time, level, message, facts", async () => {
  const log = open();
  log.info("started");
  log.warn("slow\r\nportal\u0007", { afterMs: 3 });
  log.error("lost %c %s", { error: new Error("a\nb") });
  const [first, second, third, ...more] = await lines(log.path);
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info {2}started$/);
  expect(second).toMatch(/ warn {2}slow\\r\\nportal\\u0007 \{"afterMs":3\}$/);
  expect(third).toMatch(/ error lost %c %s \{"error":\{"name":"Error","message":"a\\nb"/);
  expect(more).toEqual([]);
});

test.skipIf(process.platform === "win32")("the file is for its owner alone", async () => {
  expect((await stat(open().path)).mode & 0o777).toBe(0o600);
});

test("less important levels are left out", async () => {
  const log = open({ level: "warn" });
  log.info("a");
  log.warn("b");
  expect((await lines(log.path)).map((line) => line.slice(-1))).toEqual(["b"]);
});

test("the whole log stays within its bounds, newest lines first to be found", async () => {
  const log = open({ maxFileBytes: 2_000, maxFiles: 3 });
  for (let count = 0; count < 500; count += 1) log.info(`line ${count} ${"x".repeat(50)}`);
  const names = (await readdir(path.dirname(log.path))).sort();
  expect(names).toEqual(["skyferry.1.log", "skyferry.2.log", "skyferry.log"]);
  for (const name of names) {
    expect((await stat(path.join(path.dirname(log.path), name))).size).toBeLessThan(2_200);
  }
  expect((await lines(log.path)).at(-1)).toContain("line 499 ");
  const older = await lines(path.join(path.dirname(log.path), "skyferry.1.log"));
  expect(Number(/line (\d+)/.exec(older.at(-1) ?? "")?.[1])).toBeLessThan(499);
});

test("one entry cannot fill the log", async () => {
  const log = open();
  log.info("x".repeat(1_000_000));
  expect((await stat(log.path)).size).toBeLessThan(20_000);
});

test("a log that cannot be written stops nobody and says nothing on the terminal", async () => {
  const spies = [vi.spyOn(console, "error"), vi.spyOn(console, "log"), vi.spyOn(process.stderr, "write")];
  const blocked = path.join(folder, "file");
  await writeFile(blocked, "");
  const never = createLog({ folder: path.join(blocked, "logs") });
  never.error("nowhere");
  if (process.platform !== "win32") {
    const circle = path.join(folder, "circle", "skyferry.log");
    await mkdir(path.dirname(circle));
    await symlink(circle, circle);
    const unseen = createLog({ folder: path.dirname(circle) });
    unseen.limit(1_000);
    expect(await unseen.size()).toBe(0);
  }
  const log = open();
  log.info("before");
  await rm(path.dirname(log.path), { recursive: true });
  log.info("while it is gone");
  log.info("after");
  expect((await lines(log.path)).at(-1)).toContain("after");
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test("no secret survives in the file, in no place and no spelling", async () => {
  const secret = fc
    .oneof(fc.string({ minLength: 4, maxLength: 40, unit: "grapheme" }), fc.base64String({ minLength: 8 }))
    // A piece of the mark itself, or of what every line holds, cannot be told from it.
    .filter((text) => !text.includes("*") && text.trim().length >= 4 && !/^[\w"{}:,\\. -]{0,5}$/.test(text));
  const user = fc.stringMatching(/^[a-z]{1,12}$/);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(secret, user, fc.boolean(), async (hidden, username, isUserKnown) => {
      run += 1;
      const log = createLog({ folder: path.join(folder, String(run)) });
      if (isUserKnown) log.registerSecret(hidden, username);
      else log.registerSecret(hidden);
      const pair = Buffer.from(`${username}:${hidden}`).toString("base64");
      const facts = {
        a: [hidden, { [hidden]: `x${hidden}y` }],
        json: JSON.stringify({ hidden }),
        header: `Basic ${pair}`,
      };
      log.info(`wrong: ${hidden}`, facts);
      log.warn(`at https://${username}:${encodeURIComponent(hidden)}@portal/`, { error: new Error(hidden) });
      log.error(`Basic ${pair} ${hidden}${hidden}`, { [`k${hidden}`]: new Map([[hidden, hidden]]) });
      const text = (await lines(log.path)).map((line) => line.slice(31)).join("\n");
      for (const spelling of [
        hidden,
        pair,
        JSON.stringify(hidden).slice(1, -1),
        encodeURIComponent(hidden),
      ]) {
        expect(text).not.toContain(spelling);
      }
    }),
    { numRuns: 200 },
  );
});
