import type { Protocol } from "electron";
import { answerHeaders } from "#api/loopback/guard.ts";
import { readPage } from "#api/loopback/page-files.ts";

/** The address of the window's pages: a scheme of their own, so that nothing on disk or in the network can be them. */
const pageScheme = "app";
const pageHost = "skyferry";

/** `route` as the pages know it: `/files?cause=tls`. */
export function pageAddress(route = "/"): string {
  return `${pageScheme}://${pageHost}/#${route}`;
}

/** True for the pages of this window and for nothing else. */
export function isPageAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${pageScheme}:` && url.host === pageHost;
}

/** An address that may be opened in the system's browser: `https` alone, without credentials. */
export function isOpenable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "";
}

/** Must be called before Electron is ready: gives the pages an origin of their own, as `https` has. */
export function declareScheme(protocol: Pick<Protocol, "registerSchemesAsPrivileged">): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Answers every request of the pages' own scheme from `pagesFolder`. */
export function servePages(protocol: Pick<Protocol, "handle">, pagesFolder: string): void {
  protocol.handle(pageScheme, pageAnswers(pagesFolder));
}

/** Gives the files of `pagesFolder`, each with its policy; nothing outside of it, and nothing for other hosts. */
function pageAnswers(pagesFolder: string): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    if (!isPageAddress(url)) return refusal(404, "There is nothing at this address.");
    if (method !== "GET" && method !== "HEAD") return refusal(405, "Only GET and HEAD are allowed here.");
    const page = await readPage(pagesFolder, new URL(url).pathname);
    if (page === null) return refusal(404, "There is nothing at this address.");
    const body = method === "HEAD" ? null : new Uint8Array(page.body);
    return new Response(body, { status: 200, headers: { ...answerHeaders, ...page.headers } });
  };
}

function refusal(status: number, message: string): Response {
  const headers = { ...answerHeaders, "Content-Type": "text/plain; charset=utf-8" };
  return new Response(message, { status, headers });
}
