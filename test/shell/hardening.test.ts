import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { declareScheme, servePages } from "#main/window/app-protocol.ts";
import { confinedPage, harden } from "#main/window/hardening.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";
import type { FakeWebContents } from "#test/support/fake-electron/fake-window.ts";

let fake: FakeElectron;
let contents: FakeWebContents;

beforeEach(() => {
  fake = createFakeElectron({ appData: "/data", home: "/home" });
  const { app, session, shell } = fake.parts;
  harden({ app, session: session.defaultSession, shell });
  new fake.parts.BrowserWindow({});
  const [window] = fake.windows;
  if (window === undefined) throw new Error("there is no window");
  contents = window.webContents;
  contents.load("app://skyferry/#/");
});

describe("a page", () => {
  test.each([
    "https://example.org/",
    "http://example.org/",
    "http://127.0.0.1:8080/",
    "file:///etc/passwd",
    "app://other/",
    "app://skyferry.example.org/",
    "javascript:alert(1)",
    "data:text/html,hello",
    "about:blank",
    "chrome://settings",
    "not an address",
  ])("may not go to %s", (address) => {
    expect(contents.navigate(address)).toBe(false);
    expect(contents.page.frame.url).toBe("app://skyferry/#/");
  });

  test("may be loaded again", () => {
    expect(contents.navigate("app://skyferry/#/log")).toBe(true);
  });

  test("may lead no frame in it anywhere", () => {
    expect(contents.navigate("app://skyferry/", false)).toBe(false);
    expect(contents.navigate("https://example.org/", false)).toBe(false);
  });

  test.each([
    ["https://hdl.handle.net/21.12132/3.1", true],
    ["http://example.org/", false],
    ["https://user:secret@example.org/", false],
    ["file:///etc/passwd", false],
    ["javascript:alert(1)", false],
    ["smb://server/share", false],
    ["ms-settings:privacy", false],
    ["app://skyferry/", false],
  ])("opens no window; %s goes to the system's browser: %s", (address, isOpened) => {
    expect(contents.openWindow(address)).toBe("deny");
    expect(fake.shell.opened).toEqual(isOpened ? [address] : []);
  });

  test("hands an https link that would leave the page to the system's browser", () => {
    contents.navigate("https://example.org/landing");
    expect(fake.shell.opened).toEqual(["https://example.org/landing"]);
  });

  test("is not redirected elsewhere and embeds no web page", () => {
    for (const name of ["will-redirect", "will-attach-webview"]) {
      let isPrevented = false;
      const preventDefault = () => {
        isPrevented = true;
      };
      contents.emit(name, { url: "https://example.org/", preventDefault });
      expect(isPrevented, name).toBe(true);
    }
  });

  test.each(["notifications", "media", "geolocation"] as const)("never gets %s", async (permission) => {
    expect(await fake.session.grants(permission)).toEqual([false, false, false]);
  });

  test("may save what it made itself, and downloads nothing", () => {
    expect(fake.session.download("blob:app://skyferry/1")).toBe(true);
    expect(fake.session.download("https://example.org/setup.exe")).toBe(false);
    expect(fake.session.download("app://skyferry/index.html")).toBe(false);
  });

  test("is kept away from Node", () => {
    expect(confinedPage).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
    });
  });
});

describe("the pages' own protocol", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makeScratch("skyferry-protocol-");
    const pages = join(folder, "pages");
    await mkdir(join(pages, "assets"), { recursive: true });
    await writeFile(join(pages, "index.html"), "<!doctype html><p>Hello");
    await writeFile(join(pages, "assets", "main.js"), "export {}");
    await writeFile(join(folder, "secret.txt"), "hunter2");
    await mkdir(join(folder, "pages-other"));
    await writeFile(join(folder, "pages-other", "x.txt"), "hunter2");
    await symlink(join(folder, "secret.txt"), join(pages, "assets", "link.txt"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => servePages(fake.parts.protocol, join(folder, "pages")));

  test("is declared before Electron is ready, as an origin of its own", () => {
    declareScheme(fake.parts.protocol);
    expect(fake.protocol.schemes).toEqual([
      { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
  });

  test.each([
    ["app://skyferry/", "text/html; charset=utf-8", "<!doctype html><p>Hello"],
    ["app://skyferry/#/files?cause=tls", "text/html; charset=utf-8", "<!doctype html><p>Hello"],
    ["app://skyferry/assets/main.js?v=1", "text/javascript; charset=utf-8", "export {}"],
  ])("%s is %s", async (address, type, text) => {
    const answer = await fake.protocol.fetch(address);
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      type,
      text,
    ]);
    const head = await fake.protocol.fetch(address, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("lets a page run nothing but its own scripts, and be framed by nobody", async () => {
    const { headers } = await fake.protocol.fetch("app://skyferry/");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|wasm/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    "app://skyferry/../secret.txt",
    "app://skyferry/%2e%2e/secret.txt",
    "app://skyferry/..%2fsecret.txt",
    "app://skyferry/assets/..%2f..%2fsecret.txt",
    "app://skyferry/..%5csecret.txt",
    "app://skyferry/..%2fpages-other/x.txt",
    "app://skyferry/assets/link.txt",
    "app://skyferry//etc/passwd",
    "app://skyferry/%2fetc%2fpasswd",
    "app://skyferry/%00",
    "app://skyferry/%ff",
    "app://skyferry/assets",
    "app://other/index.html",
    "app://skyferry.example.org/index.html",
  ])("%s is not found", async (address) => {
    const answer = await fake.protocol.fetch(address);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("hunter2");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("takes nothing", async () => {
    expect((await fake.protocol.fetch("app://skyferry/", "POST")).status).toBe(405);
  });
});
