/** The address of the window's pages: a scheme of their own, so that nothing on disk or in the network can be them. */
export const pageScheme = "app";
const pageHost = "skyferry";

/** `route` as the pages know it: `/queue?cause=tls`. */
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
