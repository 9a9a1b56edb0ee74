import { readFile, realpath } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import path from "node:path";

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

/** A page may load what this host serves, show images that it got through the host, and nothing else. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const placeholder = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Skyferry</title>
<p>Skyferry is running and carries this station's files to the portal. To see what is queued, waiting or delivered,
run <code>skyferry status --data DIR</code> on this PC, with the data folder that this host was started with.</p>
</html>
`;

/** Answers with a page of `folder`, or with a word of explanation where there are no pages. False: no such page. */
export async function servePage(
  response: ServerResponse,
  folder: string | null,
  pathname: string,
): Promise<boolean> {
  if (folder === null) {
    if (pathname !== "/") return false;
    write(response, ".html", Buffer.from(placeholder));
    return true;
  }
  const file = await fileOf(folder, pathname);
  const bytes = file === null ? null : await readFile(file).catch(() => null);
  if (file === null || bytes === null) return false;
  write(response, path.extname(file).toLowerCase(), bytes);
  return true;
}

function write(response: ServerResponse, extension: string, bytes: Buffer): void {
  response.setHeader("Content-Security-Policy", pagePolicy);
  response.writeHead(200, {
    "Content-Type": types[extension] ?? "application/octet-stream",
    "Content-Length": bytes.length,
  });
  response.end(bytes);
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
