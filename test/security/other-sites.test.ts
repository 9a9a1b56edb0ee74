import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { launchBrowser } from "#test/support/hosts/browser.ts";
import { type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";
import { atMost } from "#test/support/limits.ts";

/**
 * Pages of other sites in the user's own browser, which reaches the host as the user's programs do. `evil.example` leads to
 * this PC, as a name does whose owner has turned it round (DNS rebinding). Attacks of a client other than a browser are in
 * `test/engine/loopback.test.ts`.
 */

let folder: string;
let host: LoopbackHost;
let evil: Server;
let evilPort: number;
let browser: Browser;
let page: Page;
/** `POST /api/status 401` for every answer of the host since the test began. */
let answers: string[] = [];

const note = (message: unknown): void => {
  const { request, response, socket } = message as {
    request: IncomingMessage;
    response: ServerResponse;
    socket: Socket;
  };
  if (socket.localPort === host.port) answers.push(`${request.method} ${request.url} ${response.statusCode}`);
};

async function niceSite(): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>A nice page</title><iframe name=target></iframe>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

beforeAll(async () => {
  folder = await makeScratch("skyferry-sites-");
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Skyferry</title><p>Hello");
  await writeFile(join(folder, "assets", "main.js"), "globalThis.wasRead = true");
  host = await startLoopbackHost({ staticFolder: folder });
  evil = await niceSite();
  evilPort = portOf(evil);
  subscribe("http.server.response.finish", note);
  browser = await launchBrowser({
    hasProcesses: true,
    isPlain: true,
    moreArgs: ["--host-resolver-rules=MAP evil.example 127.0.0.1"],
  });
  page = await browser.newPage();
}, atMost(60_000));
afterAll(async () => {
  unsubscribe("http.server.response.finish", note);
  await browser.close();
  await close(evil);
  await host.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  answers = [];
});

/** Attacks that a page can make without asking, and what it then knows; each resolves whatever becomes of it. */
const attacks = {
  "a call as a simple request": `fetch(base + "/api/status", { method: "POST", mode: "no-cors", body: "{}" }).then((a) => a.text())`,
  "a call with the token": `fetch(base + "/api/status", { method: "POST", body: "{}", headers: { authorization: "Bearer " + token, "content-type": "application/json" } }).then((a) => a.text())`,
  "a call that is not waited for": `(navigator.sendBeacon(base + "/api/rescan", new Blob(["{}"], { type: "text/plain" })), fetch(base + "/api/nothing", { method: "POST", mode: "no-cors" }).then((a) => a.text()))`,
  "the events": `new Promise((done) => { const s = new EventSource(base + "/events?since=0&token=" + token); s.onmessage = s.onerror = (e) => { s.close(); done(e.data ?? ""); }; })`,
  "the events without asking back": `fetch(base + "/events?since=0", { mode: "no-cors" }).then((a) => a.text())`,
  "a socket": `new Promise((done) => { const s = new WebSocket(base.replace("http", "ws") + "/events"); s.onopen = () => done("open"); s.onerror = () => done(""); })`,
  "the pages": `fetch(base + "/").then((a) => a.text())`,
  "a script of the pages": `new Promise((done) => { const s = document.createElement("script"); s.src = base + "/assets/main.js"; s.onload = s.onerror = () => done(String(globalThis.wasRead ?? "")); document.body.append(s); })`,
  "a form": `new Promise((done) => { const f = document.createElement("form"); f.method = "POST"; f.enctype = "text/plain"; f.target = "target"; f.action = base + "/api/rescan"; f.innerHTML = "<input name='{\\"a\\":\\"' value='\\"}'>"; document.querySelector("iframe").onload = () => done(""); document.body.append(f); f.submit(); })`,
};

const run = (attack: string, base: string, token = host.loopback.token): Promise<string> =>
  page.evaluate(
    `(async () => { const base = ${JSON.stringify(base)}; const token = ${JSON.stringify(token)}; try { return String(await (${attack})); } catch { return ""; } })()`,
  );

test.each(Object.entries(attacks))("another site learns and moves nothing by %s", async (_name, attack) => {
  for (const origin of [`http://127.0.0.1:${evilPort}/`, `http://evil.example:${evilPort}/`]) {
    await page.goto(origin);
    expect(await run(attack, host.loopback.address)).toBe("");
  }
  // Whatever came through to the host was turned away, but for the pages, which hold nothing and cannot be read.
  for (const answer of answers)
    expect(answer).toMatch(/ (401|403|404|405|415)$|^GET \/(assets\/main\.js)? 200$/);
});

test("the attacks do reach the host", async () => {
  await page.goto(`http://127.0.0.1:${evilPort}/`);
  await run(attacks["a call as a simple request"], host.loopback.address);
  expect(answers).toEqual([expect.stringMatching(/^POST \/api\/status 40[13]$/)]);
});

test("a name that leads here is not the host's: neither its pages nor its calls, even with the token", async () => {
  // The page comes from its own site; then the name is turned round, and the host answers behind it.
  const site = await niceSite();
  const port = portOf(site);
  const base = `http://evil.example:${port}`;
  await page.goto(base);
  await close(site);
  const behind = await startLoopbackHost({ staticFolder: folder, port });
  try {
    const { token } = behind.loopback;
    for (const attack of [attacks["a call with the token"], attacks["the pages"]])
      expect(await run(attack, base, token)).toMatch(/"code":"forbidden"/);
    expect(await run(attacks["the events"], base, token)).toBe("");
    expect((await page.goto(base))?.status()).toBe(403);
  } finally {
    await behind.close();
  }
});

test("no site can show the pages within its own", async () => {
  await page.goto(`http://127.0.0.1:${evilPort}/`);
  await page.evaluate(
    `new Promise((done) => { const f = document.querySelector("iframe"); f.onload = done; f.src = ${JSON.stringify(host.loopback.ui)}; })`,
  );
  expect(page.frames().map((frame) => frame.url())).not.toContain(host.loopback.ui);
});

test("the host's own page may ask, with its token", async () => {
  await page.goto(host.loopback.address);
  expect(await run(attacks["a call with the token"], host.loopback.address)).toContain('"ok":true');
  expect(answers.at(-1)).toBe("POST /api/status 200");
});
