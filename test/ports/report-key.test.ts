import { verify } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openReportKey, type ReportKey } from "#adapters/notify/report-key.ts";
import { canonicalJson } from "#base/canonical-json.ts";
import type { StationReport } from "#domain/reported-station.ts";
import { reportKeyName } from "#domain/reported-station.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";

function opened(folder: string): ReportKey {
  const key = openReportKey(folder);
  if ("message" in key) throw new Error(key.message);
  return key;
}

test("is made once, for this user alone, and signs the canonical form", async () => {
  const folder = await scratchOfTest("skyferry-key-");
  const key = opened(folder);
  if (process.platform !== "win32")
    expect((await stat(join(folder, reportKeyName))).mode & 0o777).toBe(0o600);
  const { report, publicKey, signature } = key.sign({ headline: "ü", at: "x" } as StationReport);
  const isGood = (text: string) =>
    verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
  expect([
    isGood(canonicalJson(report)),
    isGood('{"at":"x","headline":"ü"}'),
    isGood('{"at":"y","headline":"ü"}'),
  ]).toEqual([true, true, false]);
  expect(opened(folder).id).toBe(key.id);
  expect(opened(await scratchOfTest("skyferry-key-")).id).not.toBe(key.id);
});

test("a file that is no key is left as it is, and named; so is a folder that cannot be written", async () => {
  const folder = await scratchOfTest("skyferry-key-");
  const file = join(folder, reportKeyName);
  await writeFile(file, "no key");
  expect(openReportKey(folder)).toEqual({
    message: `${file} is not an Ed25519 key: restore it from a backup, or remove it. Then a new one is made, and the station has another id.`,
  });
  expect(await readFile(file, "utf8")).toBe("no key");
  await rm(file);
  await mkdir(file);
  expect(openReportKey(folder)).toEqual({ message: `${file} cannot be used: it is a folder.` });
});
