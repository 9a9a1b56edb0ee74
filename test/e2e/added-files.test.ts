import { existsSync } from "node:fs";
import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { addedPath } from "#domain/added-files.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { type AddingHost, connectToAdd, targetOf } from "#test/support/hosts/adding.ts";
import { startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

const portal = ofEachTest(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

/** Hosts and their connections end before their folder goes. */
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const arrived = () => portal.acceptances().map(({ filename }) => filename);
const date = "2024-05-01";
const name = liveName(date, "usb");

async function started(): Promise<AddingHost> {
  const daemon = startInProcess(["daemon", "--data", place.dataFolder]);
  ends.push(() => daemon.stop());
  await daemon.ready;
  const host = await connectToAdd(place.dataFolder);
  ends.push(() => host.close());
  return host;
}

async function send(host: AddingHost, content: string, path = name, day = date) {
  const target = targetOf(await host.give(path, content), path, day);
  return await host.ask("added.send", { files: [target] });
}

test("a file that is added is judged, shown, sent once and kept as an upload of its instrument", async () => {
  const host = await started();
  const [judged] = (await host.ask("added.judge", { files: [{ path: `usb/${name}`, size: 9 }] })).files;
  expect(judged).toEqual({ unfit: null, guesses: [{ instrument: "Ceilometer", date }], looksLike: [] });
  const target = targetOf(await host.give(name, "CDF\u0001\0\0\0\0\0"), name, date);
  const { modifiedAtMs: _, ...asked } = target;
  const check = await host.ask("added.check", asked);
  expect(check).toMatchObject({
    announced: { site: "hyytiala", instrument: "cl61d", filename: name, measurementDate: date },
    contentReason: expect.stringContaining("is cut off"),
    onPortal: "no",
    notes: [],
  });
  expect(portal.requests().filter(({ method }) => method !== "GET")).toEqual([]);

  const { files } = await host.ask("added.send", { files: [target] });
  expect(files).toEqual([{ id: target.id, uploadId: expect.any(String), message: null }]);
  await expect.poll(arrived).toEqual([name]);
  const id = files[0]?.uploadId ?? "";
  await expect.poll(async () => (await host.ask("upload", { id })).upload.state).toBe("delivered");
  const { upload } = await host.ask("upload", { id });
  expect(upload.path).toMatch(new RegExp(`^/added/ceilometer-[0-9a-f]{8}/${date}/${name}$`));
  expect(upload.modifiedAt).toBe("2024-05-01T00:00:00.000Z");
  const explained = await host.ask("explain", { path: join(place.dataFolder, upload.path) });
  expect(explained.verdict).toContain("It is on the portal, confirmed");
  expect(explained.rules.map(({ detail }) => detail)[0]).toBe("a person added it");
  expect(await readdir(place.folder)).toEqual([]);
});

test("the instrument's folder may be gone: what was added to it is sent all the same", async () => {
  const host = await started();
  await rename(place.folder, `${place.folder}-away`);
  await host.ask("rescan", {});
  expect((await host.ask("status", {})).instruments[0]?.folderTrouble).not.toBeNull();
  await send(host, "from a stick");
  await expect.poll(arrived).toEqual([name]);
  expect(existsSync(place.folder)).toBe(false);
});

/** A daemon in a process of its own, to be killed. */
async function startedAlone() {
  const daemon = startCli(["daemon", "--data", place.dataFolder]);
  ends.push(() => daemon.stop("SIGKILL"));
  await daemon.ready;
  const host = await connectToAdd(place.dataFolder);
  ends.push(() => host.close());
  return { daemon, host };
}

test("killed while a file comes, it sends nothing of it and leaves no half behind", async () => {
  const { daemon, host } = await startedAlone();
  const { id } = await host.ask("added.begin", { path: name, size: 9 });
  await host.ask("added.append", { id, offset: 0, bytes: Buffer.from("half") });
  const whole = await host.give(name.replace("usb", "whole"), "all of it, and nobody pressed Send");
  await daemon.stop("SIGKILL");
  const next = await started();
  const { modifiedAtMs: _, ...asked } = targetOf(whole, name, date);
  expect(await next.call("added.check", asked)).toMatchObject({ ok: false, error: { code: "not-found" } });
  await next.ask("rescan", {});
  expect(existsSync(join(place.dataFolder, "added/.received"))).toBe(false);
  expect(requestsOf(portal, "P")).toBe(0);
});

test("killed when a file was in its place and not in the queue, it sends it after its next start", async () => {
  const path = join(place.dataFolder, addedPath("Ceilometer", date, name));
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, "kept, and killed");
  await started();
  await expect.poll(arrived).toEqual([name]);
});

test("killed while it sends, it delivers the file once, and whole, after its next start", async () => {
  portal.setFaults([{ method: "PUT", fault: { latencyMs: 60_000 } }]);
  const { daemon, host } = await startedAlone();
  await send(host, "sent, and killed");
  await expect.poll(() => requestsOf(portal, "PUT")).toBe(1);
  await daemon.stop("SIGKILL");
  portal.setFaults([]);
  const next = await started();
  await expect.poll(async () => (await next.ask("status", {})).totals.delivered).toBe(1);
  expect(arrived()).toEqual([name]);
});
