import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DownloadOf } from "#engine/ports/portal-reads.ts";
import { answering, md5, never, portalFor } from "#test/support/portals/portal-under-test.ts";
import type { Scripted } from "#test/support/portals/scripted-portal.ts";
import { startRawPortal, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-download-"));
});
afterEach(() => rm(folder, { recursive: true }));

const content = Buffer.from("what the portal made of it\n".repeat(50_000));
const whole: Scripted = {
  status: 200,
  headers: { "Content-Type": "application/octet-stream" },
  body: content,
};

function wanted(url: string, kind: DownloadOf["kind"] = "product", filename = "20240501.nc"): DownloadOf {
  const checksum = kind === "product" ? createHash("sha256").update(content).digest("hex") : md5(content);
  const downloadUrl = `${url}/api/download/${kind}/0/${encodeURIComponent(filename)}`;
  return { kind, file: { downloadUrl, filename, checksum, size: content.length } };
}

test.each(["product", "raw"] as const)("a %s file is fetched whole", async (kind) => {
  const { server, portal } = await answering(whole);
  const received: number[] = [];
  const outcome = await portal.download(wanted(server.url, kind), folder, never(), (bytes) =>
    received.push(bytes),
  );
  const target = path.join(folder, "20240501.nc");
  expect(outcome).toEqual({ kind: "found", value: { path: target, size: content.length, wasThere: false } });
  expect(md5(await readFile(target))).toBe(md5(content));
  expect(await readdir(folder)).toEqual(["20240501.nc"]);
  expect(received.at(-1)).toBe(content.length);
  expect(server.seen[0]?.path).toBe(`/api/download/${kind}/0/20240501.nc`);
});

const wrong = Buffer.from(content);
wrong[1000] = 0;
const faults: readonly (readonly [string, Scripted, string, RegExp])[] = [
  [
    "a short body",
    { status: 200, body: content.subarray(5) },
    "portal-error",
    /1349995 bytes of .* instead of 1350000/,
  ],
  ["no body", { status: 200 }, "portal-error", /sent 0 bytes/],
  [
    "a long body",
    { status: 200, body: Buffer.concat([content, content]) },
    "portal-error",
    /sent more than the 1350000 bytes of 20240501\.nc: /,
  ],
  ["other bytes", { status: 200, body: wrong }, "portal-error", /checksum [0-9a-f]{64} instead of/],
  ["silence", "silent", "link-broken", /did not respond for too long/],
  [
    "maintenance",
    { status: 503, headers: { "Content-Type": "text/html" }, body: "<html>" },
    "maintenance",
    /./,
  ],
  ["a redirect", { status: 302, headers: { Location: "https://login.example" } }, "not-the-portal", /login/],
];
test.each(faults)("%s leaves nothing behind", async (_title, scripted, cause, message) => {
  const { server, portal } = await answering(scripted);
  expect(await portal.download(wanted(server.url), folder, never(), () => {})).toMatchObject({
    kind: "failed",
    failure: { cause, message: expect.stringMatching(message) },
  });
  expect(await readdir(folder)).toEqual([]);
});

test("a connection that closes early is told with the bytes it gave", async () => {
  let closeEarly = (): void => {};
  const server = await startRawPortal((socket) => {
    closeEarly = () => void socket.end();
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\n\r\n`);
      socket.write(content.subarray(0, 1000));
    });
  });
  const portal = portalFor(server);
  // It closes when the bytes have been taken: those that a breaking connection still held do not count.
  expect(await portal.download(wanted(server.url), folder, never(), () => closeEarly())).toMatchObject({
    kind: "failed",
    failure: { cause: "link-broken", message: expect.stringContaining("1000 of 1350000 bytes") },
  });
  expect(await readdir(folder)).toEqual([]);
});

test("404 is told in the portal's words", async () => {
  const body = JSON.stringify({ status: 404, errors: ["File not found"] });
  const { server, portal } = await answering({ status: 404, body });
  expect(await portal.download(wanted(server.url), folder, never(), () => {})).toEqual({
    kind: "refused",
    status: 404,
    errors: ["File not found"],
  });
});

test("a file that is there is never replaced", async () => {
  const { server, portal } = await answering(whole);
  const target = path.join(folder, "20240501.nc");
  await writeFile(target, "mine");
  expect(await portal.download(wanted(server.url), folder, never(), () => {})).toMatchObject({
    kind: "failed",
    failure: { message: expect.stringContaining(`${target} already exists with different content`) },
  });
  expect(await readFile(target, "utf8")).toBe("mine");
  await writeFile(target, content);
  expect(await portal.download(wanted(server.url), folder, never(), () => {})).toMatchObject({
    kind: "found",
    value: { wasThere: true },
  });
  expect(server.seen).toEqual([]);
});

test("a file that appears during the download is not replaced", async () => {
  const target = path.join(folder, "20240501.nc");
  const server = await startScriptedPortal(async () => {
    await writeFile(target, "mine");
    return whole;
  });
  const portal = portalFor(server);
  const outcome = await portal.download(wanted(server.url), folder, never(), () => {});
  expect(outcome).toMatchObject({ kind: "failed", failure: { message: expect.stringContaining("EEXIST") } });
  expect(await readFile(target, "utf8")).toBe("mine");
  expect(await readdir(folder)).toEqual(["20240501.nc"]);
});

const traversals = [
  "../evil.nc",
  "..\\evil.nc",
  "/etc/passwd",
  "C:evil",
  "..",
  "",
  "a\u0000b",
  "a/b",
  "x:y",
  "evil.",
  "nul.nc",
  "COM1",
];
test.each(traversals)("a name that leaves the folder is refused: %j", async (filename) => {
  const { server, portal } = await answering(whole);
  const outcome = await portal.download(wanted(server.url, "raw", filename), folder, never(), () => {});
  expect(outcome).toMatchObject({ kind: "failed", failure: { cause: "unfit-name" } });
  expect(server.seen).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test("an address that is not https is not fetched from", async () => {
  const { server, portal } = await answering(whole);
  for (const base of ["http://elsewhere.example", "ftp://portal.example", "not an address"])
    expect(await portal.download(wanted(base), folder, never(), () => {})).toMatchObject({
      kind: "failed",
      failure: { cause: "not-the-portal" },
    });
  expect(server.seen).toEqual([]);
});

test("a folder that is not there is named", async () => {
  const { server, portal } = await answering(whole);
  const gone = path.join(folder, "gone");
  expect(await portal.download(wanted(server.url), gone, never(), () => {})).toMatchObject({
    kind: "failed",
    failure: { cause: "folder-unreachable", message: expect.stringContaining(gone) },
  });
});

test("a download that the caller ends leaves nothing behind", async () => {
  const { server, portal } = await answering(whole);
  const giving = new AbortController();
  const outcome = await portal.download(wanted(server.url), folder, giving.signal, () => giving.abort());
  expect(outcome).toEqual({ kind: "abandoned" });
  expect(await readdir(folder)).toEqual([]);
});

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)]);
test("a plot image, and what is none", async () => {
  const answers: Scripted[] = [
    { status: 200, headers: { "Content-Type": "image/png" }, body: png },
    { status: 200, headers: { "Content-Type": "image/png" }, body: "no image" },
    { status: 200, headers: { "Content-Type": "text/html" }, body: "<html>" },
  ];
  const server = await startScriptedPortal((_, index) => answers[index] ?? "reset");
  const portal = portalFor(server);
  expect(await portal.image("hyytiala/2024 beta.png", never())).toEqual({ kind: "found", value: png });
  expect(server.seen[0]?.path).toBe("/api/download/image/hyytiala/2024%20beta.png");
  for (const cause of ["portal-error", "not-the-portal"])
    expect(await portal.image("x.png", never())).toMatchObject({ kind: "failed", failure: { cause } });
});
