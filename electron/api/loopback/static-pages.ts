import type { ServerResponse } from "node:http";
import { type PageFile, pageOf, readPage } from "./page-files.ts";

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
