import type { App, Session, Shell, WebContents } from "electron";
import { isOpenable, isPageAddress } from "./app-protocol.ts";

export interface HardeningParts {
  readonly app: Pick<App, "on">;
  readonly session: Session;
  readonly shell: Pick<Shell, "openExternal">;
}

/**
 * Takes from every page what no page of this window needs: other addresses, new windows, embedded pages, permissions,
 * devices. A link of the page opens in the system's browser, when it is `https`.
 */
export function harden({ app, session, shell }: HardeningParts): void {
  app.on("web-contents-created", (_, contents) => confine(contents, shell));
  session.setPermissionRequestHandler((_, __, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on("will-download", (event, item) => {
    // Files that a page has made itself (an exported journal) may be saved; nothing is fetched by a page.
    if (!item.getURL().startsWith("blob:")) event.preventDefault();
  });
}

/** The settings of the window's page that keep it away from Node and from Electron. */
export const confinedPage = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
} as const;

function confine(contents: WebContents, shell: HardeningParts["shell"]): void {
  const openOutside = (address: string): void => {
    // A desktop without a browser is no reason to fail.
    if (isOpenable(address)) void shell.openExternal(address).catch(() => undefined);
  };
  const stay = (event: { readonly url: string; preventDefault(): void }): void => {
    if (isPageAddress(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  };
  contents.on("will-navigate", stay);
  contents.on("will-redirect", (event) => {
    if (!isPageAddress(event.url)) event.preventDefault();
  });
  contents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: "deny" };
  });
}
