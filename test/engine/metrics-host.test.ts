import { once } from "node:events";
import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import type { RunningHost } from "#compose/host.ts";
import type { Output } from "#contract/methods.ts";
import { type MockPortal, startMockPortal } from "#mock-portal/portal.ts";
import { readExposition, sampleValue } from "#test/support/builders/exposition.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";
import { freePort } from "#test/support/hosts/free-port.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { atMost } from "#test/support/limits.ts";

/** The metrics of a whole host: what a program that watches many stations gets from one. */

const password = "station";
let folder: string;
let portal: MockPortal;
let ends: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await makeScratch("skyferry-figures-");
  portal = await startMockPortal({ dataFolder: path.join(folder, "portal"), seed: "empty" });
  ends = [() => rm(folder, { recursive: true, force: true }), () => portal.close()];
  await mkdir(path.join(folder, "files"));
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
});

async function write(name: string, content = name): Promise<void> {
  const file = path.join(folder, "files", liveName(dayFromToday(0), name));
  await writeFile(file, content);
  const hourAgo = Date.now() / 1000 - 3_600;
  await utimes(file, hourAgo, hourAgo);
}

async function configure(dataFolder: string, more: object = {}): Promise<void> {
  const instruments = [{ ...ceilometer, folder: path.join(folder, "files") }];
  const settings = { portal: { url: portal.url, username: "station" }, instruments, ...more };
  await mkdir(dataFolder, { recursive: true });
  await writeFile(path.join(dataFolder, "settings.json"), JSON.stringify(settings));
}

async function start(
  dataFolder: string,
  port: number | null,
): Promise<{ station: DataFolder; host: RunningHost }> {
  const station = await openDataFolder({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    version: "0.0.0-test",
    env: { SKYFERRY_PASSWORD: password },
  });
  if ("message" in station) throw new Error(station.message);
  const host = await station.startHost({ port: 0 }, port === null ? null : { port, host: "127.0.0.1" });
  if ("message" in host) throw new Error(host.message);
  ends.push(
    () => station.close(),
    () => host.stop(),
  );
  return { station, host };
}

async function pageOf({ metricsPort }: RunningHost): Promise<string> {
  // A connection that is kept may be closed by the host in the moment of the next question.
  const answer = await fetch(metricsPort.address() ?? "", { headers: { connection: "close" } });
  return await answer.text();
}

async function statusOf({ handlers }: RunningHost): Promise<Output<"status">> {
  const reply = await dispatch(handlers, "status", {});
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value as Output<"status">;
}

const delivered = { instrument: "Ceilometer", state: "delivered" };
const waitLonger = { timeout: atMost(30_000), interval: 200 };

test("what the metrics say is what status says, and no secret or file name is in them", async () => {
  const data = path.join(folder, "data");
  await configure(data);
  for (const name of ["a", "b", "c"]) await write(name);
  await writeFile(path.join(folder, "files", liveName(dayFromToday(400), "ahead")), "dated ahead");
  const { host } = await start(data, 0);
  const isDone = async () => sampleValue(readExposition(await pageOf(host)), "skyferry_uploads", delivered);
  await expect.poll(isDone, waitLonger).toBe(3);
  const status = await statusOf(host);
  const page = await pageOf(host);
  const families = readExposition(page);
  for (const [state, count] of Object.entries(status.totals))
    expect([state, sampleValue(families, "skyferry_uploads", { instrument: "Ceilometer", state })]).toEqual([
      state,
      count,
    ]);
  expect(sampleValue(families, "skyferry_needs_attention")).toBe(status.needsAttention ? 1 : 0);
  expect(sampleValue(families, "skyferry_unfinished_files", { instrument: "Ceilometer" })).toBe(
    status.instruments[0]?.growing,
  );
  expect(sampleValue(families, "skyferry_portal_requests_total", { method: "PUT" })).toBe(3);
  expect(sampleValue(families, "skyferry_oldest_unsent_age_seconds")).toBe(0);
  expect(sampleValue(families, "skyferry_data_bytes", { part: "ledger" })).toBeGreaterThan(10_000);
  const { token } = JSON.parse(await readFile(path.join(data, "host.json"), "utf8"));
  for (const secret of [token, `:${password}@`, folder, liveName(dayFromToday(0), "a"), "live_"])
    expect(page).not.toContain(secret);
});

test("a port that is taken is said, and everything else goes on", async () => {
  const other: Server = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  ends.push(() => other.close());
  const taken = other.address();
  const port = typeof taken === "object" ? (taken?.port ?? 0) : 0;
  const data = path.join(folder, "data");
  await configure(data);
  await write("a");
  const { host } = await start(data, port);
  expect(host.metricsPort.address()).toBeNull();
  expect(host.metricsPort.error()).toBe(
    `Port ${port} of this PC is used by another program: choose another port. Files are still delivered. Skyferry retries every minute.`,
  );
  await expect.poll(async () => (await statusOf(host)).totals.delivered, waitLonger).toBe(1);
});

test("the settings open, move and close the port while the host runs", async () => {
  const [first, second] = [await freePort(), await freePort()];
  const data = path.join(folder, "data");
  await configure(data);
  const { host } = await start(data, null);
  const address = () => host.metricsPort.address();
  expect(address()).toBeNull();
  await configure(data, { metrics: { port: first } });
  await expect.poll(address, waitLonger).toBe(`http://127.0.0.1:${first}/metrics`);
  expect(await pageOf(host)).toContain("skyferry_build_info");
  await configure(data, { metrics: { port: second } });
  await expect.poll(address, waitLonger).toBe(`http://127.0.0.1:${second}/metrics`);
  await expect(fetch(`http://127.0.0.1:${first}/metrics`)).rejects.toThrow();
  await configure(data, { metrics: null });
  await expect.poll(address, waitLonger).toBeNull();
  await expect(fetch(`http://127.0.0.1:${second}/metrics`)).rejects.toThrow();
});

test("a full disk is told, and the metrics are still given", async ({ skip }) => {
  const disk = await makeSmallDisk(2_048);
  if (typeof disk === "string") return skip(disk);
  ends.push(() => disk.remove());
  const data = path.join(disk.folder, "data");
  await configure(data);
  const { host } = await start(data, 0);
  await expect
    .poll(async () => (await statusOf(host)).instruments[0]?.lastSweepAt, waitLonger)
    .not.toBeNull();
  await writeFile(path.join(disk.folder, "filler"), Buffer.alloc(4_000_000)).catch(() => {});
  for (let n = 0; n < 40; n += 1) await write(`${n}`);
  const isHeld = async () =>
    sampleValue(readExposition(await pageOf(host)), "skyferry_hold", { cause: "ledger-trouble" });
  await expect.poll(isHeld, waitLonger).toBe(1);
  const families = readExposition(await pageOf(host));
  expect(sampleValue(families, "skyferry_data_disk_free_bytes")).toBe(0);
  expect(sampleValue(families, "skyferry_needs_attention")).toBe(1);
});
