import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
let receipts: string;
/** A whole run of each, milliseconds: they are killed at moments between its begin and its end. */
let lasts: Readonly<Record<"backup" | "restore", number>>;
const moments = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1];

beforeAll(async () => {
  for (let n = 0; n < 60; n++) await place.write(liveName("2021-02-03", String(n)), `content ${n}`);
  expect((await place.submit()).report).toMatchObject({ delivered: 60 });
  receipts = (await place.run("receipts")).stdout;
  const file = join(place.root, "first.tar.gz");
  const made = await startCli(["backup", file, "--data", place.dataFolder]).end;
  const put = await startCli(["restore", file, "--data", join(place.root, "first")]).end;
  expect([made.code, put.code]).toEqual([0, 0]);
  lasts = { backup: made.lastedMs, restore: put.lastedMs };
});

async function killedAfter(ms: number, words: readonly string[]): Promise<void> {
  const running = startCli(words);
  await sleep(ms);
  await running.stop("SIGKILL").catch(() => {});
}

test("a backup that is killed leaves no half file under its name, and the next one is whole", async () => {
  for (const moment of moments) {
    const file = join(place.root, `killed-${moment}.tar.gz`);
    await killedAfter(lasts.backup * moment, ["backup", file, "--data", place.dataFolder]);
    const data = join(place.root, `of-${moment}`);
    if (existsSync(file))
      expect(await runInProcess(["restore", file, "--data", data])).toMatchObject({ code: 0 });
    await rm(data, { recursive: true, force: true });
    expect(await place.run("backup", [file])).toMatchObject({ code: 0 });
    expect(await runInProcess(["restore", file, "--data", data])).toMatchObject({ code: 0 });
    expect((await runInProcess(["receipts", "--data", data])).stdout).toBe(receipts);
  }
});

test("a restore that is killed opens no half station, and goes on when it is run again", async () => {
  const file = join(place.root, "first.tar.gz");
  for (const moment of moments) {
    const data = join(place.root, `restored-${moment}`);
    await killedAfter(lasts.restore * moment, ["restore", file, "--data", data]);
    if (existsSync(data)) {
      const { code, stdout, stderr } = await runInProcess(["receipts", "--data", data]);
      if (code === 0) expect(stdout).toBe(receipts);
      else
        expect(stderr).toMatch(/was interrupted: run skyferry restore again|neither settings nor a record/);
    }
    const again = await runInProcess(["restore", file, "--data", data]);
    if (again.code !== 0) expect(again.stderr).toMatch(/already holds a restored station/);
    expect((await runInProcess(["receipts", "--data", data])).stdout).toBe(receipts);
  }
});
