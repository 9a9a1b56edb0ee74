import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createNodeClock } from "#adapters/node-clock.ts";
import { createReportSender } from "#adapters/notify/report-sender.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { makeCertificates } from "#test/support/portals/certificates.ts";
import { Listening } from "./channel-listener.ts";

const clock = createNodeClock();
const way = { version: "9.9.9", clock, proxy: () => null, caFile: () => null };
const send = createReportSender(way);
const { signal } = new AbortController();
const id = "0123456789abcdef".repeat(4);
const report = { id, text: '{"report":{}}' };
const to = (url: string) => ({ url, folder: null });
const into = (folder: string) => ({ url: null, folder });

describe("a report to an address", () => {
  test("is sent by PUT, as JSON, with whatever the address has", async () => {
    await using service = new Listening();
    const url = await service.open();
    expect(await send(to(`${url}/a.json?x=1`), report, signal)).toEqual({ isTaken: true });
    expect([service.methods, service.urls]).toEqual([["PUT"], ["/secret-token/a.json?x=1"]]);
    expect(service.bodies).toEqual([{ report: {} }]);
    expect(service.headers[0]).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Skyferry/9.9.9",
    });
  });

  test.each([
    ["a redirect", 302, "", false, "answered 302: redirects are not followed"],
    ["a server without PUT", 405, "", false, "answered 405"],
    ["a full server", 507, "no room", true, "answered 507: no room"],
    [
      "a login page of the network",
      200,
      "<!doctype html><title>Log in</title>",
      false,
      "answered 200 with a web page: check the address, or log in to the network",
    ],
    ["an answer that repeats the address", 404, "no secret-token here", false, "answered 404: no *** here"],
  ])("of %s is not sent", async (_, status, text, isTransient, reason) => {
    await using service = new Listening();
    const url = await service.open();
    service.answer = (response) => response.writeHead(status, { location: "/login" }).end(text);
    expect(await send(to(url), report, signal)).toMatchObject({ isTaken: false, isTransient, reason });
    expect(service.methods).toEqual(["PUT"]);
  });

  test("that does not answer is left in time", async () => {
    await using service = new Listening();
    const url = await service.open();
    service.answer = () => {};
    expect(await createReportSender({ ...way, tryMs: 200 })(to(url), report, signal)).toMatchObject({
      isTransient: true,
      reason: "did not answer in 0.2 s",
    });
  });
});

test("a report goes to a service that the station's own authority has signed, and to no other", async () => {
  const maker = await makeCertificates();
  const server = createServer(await maker.signed("IP:127.0.0.1"), (_, response) => response.end("ok"));
  try {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/a.json`;
    const trusting = createReportSender({ ...way, caFile: () => maker.authorityFile });
    expect(await trusting(to(url), report, signal)).toEqual({ isTaken: true });
    expect(await send(to(url), report, signal)).toMatchObject({
      isTaken: false,
      isTransient: false,
      reason: expect.stringContaining("shows a certificate that this PC does not trust"),
    });
  } finally {
    server.closeAllConnections();
    server.close();
    await maker.remove();
  }
});

describe("a report into a folder", () => {
  const name = "skyferry-report-0123456789ab.json";

  test("is there as a whole under one name, and takes the place of the one before", async () => {
    const folder = await scratchOfTest("skyferry-reports-");
    for (const text of ["one", "two"])
      expect(await send(into(folder), { id, text }, signal)).toEqual({ isTaken: true });
    expect(await readdir(folder)).toEqual([name]);
    expect(await readFile(join(folder, name), "utf8")).toBe("two");
  });

  test("makes no folder: one that is missing may be a drive that is away", async () => {
    const top = await scratchOfTest("skyferry-reports-");
    const folder = join(top, "mnt");
    expect(await send(into(folder), report, signal)).toEqual({
      isTaken: false,
      isTransient: true,
      reason: "cannot be written: it does not exist",
    });
    expect(await readdir(top)).toEqual([]);
    await writeFile(folder, "");
    expect(await send(into(folder), report, signal)).toMatchObject({ reason: "is not a folder" });
  });

  test("leaves nothing behind where it cannot take its place", async () => {
    const folder = await scratchOfTest("skyferry-reports-");
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "x"), "");
    expect(await send(into(folder), report, signal)).toMatchObject({ isTaken: false });
    expect(await readdir(folder)).toEqual([name]);
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "that may not be written says so",
    async () => {
      const folder = await scratchOfTest("skyferry-reports-");
      await chmod(folder, 0o500);
      expect(await send(into(folder), report, signal)).toMatchObject({
        reason: "cannot be written: this user has no permission",
      });
      await chmod(folder, 0o700);
    },
  );

  test.skipIf(process.platform === "win32")("follows no link that somebody has put there", async () => {
    const folder = await scratchOfTest("skyferry-reports-");
    const other = join(await scratchOfTest("skyferry-reports-"), "precious");
    await writeFile(other, "precious");
    for (const one of [name, `.${name}.tmp`]) await symlink(other, join(folder, one));
    expect(await send(into(folder), report, signal)).toEqual({ isTaken: true });
    expect(await readFile(other, "utf8")).toBe("precious");
    expect(await readFile(join(folder, name), "utf8")).toBe(report.text);
  });

  test("that hangs has one call, and no other folder waits for it", async () => {
    const calls: string[] = [];
    const hanging = createReportSender({
      ...way,
      tryMs: 50,
      write(folder) {
        calls.push(folder);
        return folder === "/hangs" ? new Promise(() => {}) : Promise.resolve({ isTaken: true });
      },
    });
    for (const _ of [1, 2])
      expect(await hanging(into("/hangs"), report, signal)).toEqual({
        isTaken: false,
        isTransient: true,
        reason: "did not answer in 0.05 s",
      });
    expect(await hanging(into("/other"), report, signal)).toEqual({ isTaken: true });
    expect(calls).toEqual(["/hangs", "/other"]);
  });

  test("on a full disk says so, and leaves the one before", async ({ skip }) => {
    const disk = await makeSmallDisk(64);
    if (typeof disk === "string") return skip(disk);
    try {
      expect(await send(into(disk.folder), report, signal)).toEqual({ isTaken: true });
      const text = "x".repeat(200_000);
      expect(await send(into(disk.folder), { id, text }, signal)).toMatchObject({
        reason: "cannot be written: the disk is full",
      });
      expect(await readdir(disk.folder)).toEqual([name]);
      expect(await readFile(join(disk.folder, name), "utf8")).toBe(report.text);
    } finally {
      await disk.remove();
    }
  });
});
