import { EventEmitter } from "node:events";
import type {
  ContextBridge,
  IpcMain,
  IpcMainEvent,
  IpcMainInvokeEvent,
  IpcRenderer,
  WebContents,
  WebFrameMain,
} from "electron";

/** A frame as main sees it: its address, and the frame around it. */
export type FakeFrame = { url: string; readonly parent: FakeFrame | null };

type InvokeListener = Parameters<IpcMain["handle"]>[1];

/** `ipcMain`: what arrives over it is copied, as between two processes. */
export class FakeIpcMain extends EventEmitter implements Pick<IpcMain, "handle"> {
  readonly answers = new Map<string, InvokeListener>();

  handle(channel: string, listener: InvokeListener): void {
    if (this.answers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.answers.set(channel, listener);
  }
}

/** A page's side of the bridge: what its preload script gets and what it gives to the page. */
export interface FakePage {
  readonly frame: FakeFrame;
  readonly ipcRenderer: FakeIpcRenderer;
  readonly contextBridge: Pick<ContextBridge, "exposeInMainWorld">;
  /** Values that the preload script put on the page's window, by name. */
  readonly exposed: ReadonlyMap<string, unknown>;
}

/** `ipcRenderer` of one frame. */
export class FakeIpcRenderer
  extends EventEmitter
  implements Pick<IpcRenderer, "invoke" | "send" | "postMessage">
{
  readonly #main: FakeIpcMain;
  readonly #sender: unknown;
  readonly #frame: FakeFrame | null;

  constructor(main: FakeIpcMain, sender: unknown, frame: FakeFrame | null) {
    super();
    this.#main = main;
    this.#sender = sender;
    this.#frame = frame;
  }

  async invoke(channel: string, ...message: unknown[]): Promise<unknown> {
    const answer = this.#main.answers.get(channel);
    if (answer === undefined) throw new Error(`No handler registered for '${channel}'`);
    const event = this.#event("frame") as unknown as IpcMainInvokeEvent;
    const sent = structuredClone(message);
    try {
      return structuredClone(await answer(event, ...sent));
    } catch (error) {
      // Only the message crosses.
      const text = error instanceof Error ? error.message : String(error);
      throw new Error(`Error invoking remote method '${channel}': ${text}`);
    }
  }

  send(channel: string, ...message: unknown[]): void {
    this.#main.emit(channel, this.#event("frame") as unknown as IpcMainEvent, ...structuredClone(message));
  }

  postMessage(channel: string, message: unknown): void {
    this.send(channel, message);
  }

  /** Hands a message of main to this page. */
  hear(channel: string, ...message: unknown[]): void {
    this.emit(channel, {}, ...structuredClone(message));
  }

  #event(type: "frame") {
    return {
      type,
      frameId: 1,
      processId: 1,
      sender: this.#sender as WebContents,
      senderFrame: this.#frame as unknown as WebFrameMain | null,
    };
  }
}

/** A page, or a frame in it, that speaks with main as `sender`. A null frame is one that is gone. */
export function fakePage(main: FakeIpcMain, sender: unknown, frame: FakeFrame | null): FakePage {
  const exposed = new Map<string, unknown>();
  return {
    frame: frame ?? { url: "", parent: null },
    ipcRenderer: new FakeIpcRenderer(main, sender, frame),
    contextBridge: {
      exposeInMainWorld(name, api) {
        if (exposed.has(name)) throw new Error(`Cannot bind an API on top of an existing property: ${name}`);
        exposed.set(name, api);
      },
    },
    exposed,
  };
}
