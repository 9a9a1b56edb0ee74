import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { ask, type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";

let folder: string;
let host: LoopbackHost;
const visitor = { authorization: undefined };

beforeAll(async () => {
  folder = await makeScratch("skyferry-pages-");
  const pages = path.join(folder, "pages");
  await mkdir(path.join(pages, "assets"), { recursive: true });
  await writeFile(path.join(pages, "index.html"), "<!doctype html><p>Hello");
  await writeFile(path.join(pages, "assets", "main.js"), "export {}");
  await writeFile(path.join(folder, "secret.txt"), "hunter2");
  await mkdir(path.join(folder, "pages-other"));
  await writeFile(path.join(folder, "pages-other", "x.txt"), "hunter2");
  await symlink(path.join(folder, "secret.txt"), path.join(pages, "assets", "link.txt"));
  host = await startLoopbackHost({ staticFolder: pages });
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

const get = (page: string, method = "GET") => ask(host, page, { method, headers: visitor });

describe("pages", () => {
  it.each([
    ["/", "text/html; charset=utf-8", "<!doctype html><p>Hello"],
    ["/index.html?x=1", "text/html; charset=utf-8", "<!doctype html><p>Hello"],
    ["/assets/main.js", "text/javascript; charset=utf-8", "export {}"],
  ])("%s is served without a token as %s", async (page, type, text) => {
    const answer = await get(page);
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers["content-type"]).toBe(type);
    expect(await get(page, "HEAD")).toMatchObject({ status: 200, text: "" });
  });

  it("may run nothing but the host's own scripts", async () => {
    const policy = (await get("/")).headers["content-security-policy"];
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it.each([
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/..%5csecret.txt",
    "/..%2fpages-other/x.txt",
    "/assets/link.txt",
    "//etc/passwd",
    "/%2fetc%2fpasswd",
    "/%00",
    "/%ff",
    "/assets",
    "/nothing.html",
  ])("%s is not found", async (page) => {
    const answer = await get(page);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain("hunter2");
  });

  it("are replaced by a word of explanation where there are none", async () => {
    const bare = await startLoopbackHost();
    const answer = await ask(bare, "/", { method: "GET", headers: visitor });
    expect(answer.text).toContain("skyferry status");
    expect(answer.text).not.toContain("<script");
    expect((await ask(bare, "/index.html", { method: "GET", headers: visitor })).status).toBe(404);
    await bare.close();
  });
});
