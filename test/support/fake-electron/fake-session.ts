import { EventEmitter } from "node:events";
import type { CustomScheme, DownloadItem, Protocol, Session } from "electron";
import { fakeEvent } from "./fake-event.ts";

type Answer = Parameters<Protocol["handle"]>[1];
type RequestHandler = NonNullable<Parameters<Session["setPermissionRequestHandler"]>[0]>;
type CheckHandler = NonNullable<Parameters<Session["setPermissionCheckHandler"]>[0]>;
type DeviceHandler = NonNullable<Parameters<Session["setDevicePermissionHandler"]>[0]>;

/** `protocol`: schemes that were declared, and who answers them. */
export class FakeProtocol implements Pick<Protocol, "handle" | "registerSchemesAsPrivileged"> {
  readonly schemes: CustomScheme[] = [];
  readonly answers = new Map<string, Answer>();

  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    this.schemes.push(...schemes);
  }

  handle(scheme: string, answer: Answer): void {
    this.answers.set(scheme, answer);
  }

  /** Gives the answer that the page at `url` would get. */
  async fetch(url: string, method = "GET"): Promise<Response> {
    const answer = this.answers.get(new URL(url).protocol.slice(0, -1));
    if (answer === undefined) throw new Error(`nobody answers ${url}`);
    return await answer(new Request(url, { method }));
  }
}

type Member =
  | "resolveProxy"
  | "setDevicePermissionHandler"
  | "setPermissionCheckHandler"
  | "setPermissionRequestHandler";

/** A session: asks the handler of permissions. Without a decision Electron grants. */
export class FakeSession extends EventEmitter implements Pick<Session, Member> {
  #request: RequestHandler = (_, __, answer) => answer(true);
  #check: CheckHandler = () => true;
  #device: DeviceHandler = () => true;

  /** Answer of the system for every address. */
  proxy = "DIRECT";

  async resolveProxy(): Promise<string> {
    return this.proxy;
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    if (handler !== null) this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    if (handler !== null) this.#check = handler;
  }

  setDevicePermissionHandler(handler: DeviceHandler | null): void {
    if (handler !== null) this.#device = handler;
  }

  /** Whether a page would get the permission, asked in every way that there is. */
  async grants(permission: "notifications" | "media" | "geolocation"): Promise<readonly boolean[]> {
    const asked = await new Promise<boolean>((resolve) =>
      this.#request(null as never, permission, resolve, {} as never),
    );
    const checked = this.#check(null, permission, "app://skyferry", {} as never);
    return [asked, checked, this.#device({} as never)];
  }

  /** A page wants to save something; true when it may. */
  download(url: string): boolean {
    const event = fakeEvent({});
    const item: Pick<DownloadItem, "getURL"> = { getURL: () => url };
    this.emit("will-download", event, item);
    return !event.defaultPrevented;
  }
}
