import { randomBytes } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";

/** A file of the built pages, ready to be answered with. */
export interface PageFile {
  readonly body: Buffer;
  /** `Content-Type`, `Content-Length` and the policy of the page. */
  readonly headers: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/** Placeholder in the built page for its style nonce. */
const noncePlaceholder = "__STYLE_NONCE__";

/**
 * A page may load what its host serves, show images that it got through the host, and nothing else. Style elements
 * that the page's own script makes carry a nonce, new with each answer; no script ever does.
 */
function pagePolicy(styleNonce: string): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${styleNonce}'; img-src 'self' data: blob:; ` +
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  );
}

/** A file of `folder` under the path of a request; null where there is none or it lies outside of the folder. */
export async function readPage(folder: string, pathname: string): Promise<PageFile | null> {
  const file = await fileOf(folder, pathname);
  const bytes = file === null ? null : await readFile(file).catch(() => null);
  return file === null || bytes === null ? null : pageOf(path.extname(file).toLowerCase(), bytes);
}

/** Content of a file with this ending (`.html`), as a page. */
function pageOf(extension: string, bytes: Buffer): PageFile {
  const styleNonce = randomBytes(16).toString("base64url");
  const body = extension === ".html" ? withNonce(bytes, styleNonce) : bytes;
  const headers = {
    "Content-Security-Policy": pagePolicy(styleNonce),
    "Content-Type": types[extension] ?? "application/octet-stream",
    "Content-Length": String(body.length),
  };
  return { body, headers };
}

function withNonce(page: Buffer, styleNonce: string): Buffer {
  return Buffer.from(page.toString("utf8").replaceAll(noncePlaceholder, styleNonce));
}

/** The file under a path of a request; null when it is missing or, followed to its end, lies outside of `folder`. */
async function fileOf(folder: string, pathname: string): Promise<string | null> {
  let relative: string;
  try {
    relative = decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  } catch {
    return null;
  }
  if (/[\0\\]/.test(relative)) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(path.join(root, relative));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

const placeholder = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Skyferry</title>
<p>Skyferry is running and sends this station's files to the portal. To see what is queued, waiting or delivered,
run <code>skyferry status --data DIR</code> on this PC, with the data folder that this host was started with.</p>
</html>
`;

/** Answers with a page of `folder`, or with a word of explanation where there are no pages. False: no such page. */
export async function servePage(
  response: ServerResponse,
  folder: string | null,
  pathname: string,
): Promise<boolean> {
  const page = folder === null ? explanation(pathname) : await readPage(folder, pathname);
  if (page === null) return false;
  response.writeHead(200, page.headers);
  response.end(page.body);
  return true;
}

function explanation(pathname: string): PageFile | null {
  return pathname === "/" ? pageOf(".html", Buffer.from(placeholder)) : null;
}
