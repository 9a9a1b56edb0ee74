import type { ContextBridge, IpcRenderer, IpcRendererEvent } from "electron";
import type { Bridge, BridgeChannel, BridgeChannels } from "#contract/bridge.ts";
import type { TransportEvent } from "#contract/events.ts";

/** The parts of Electron that the preload script uses. */
export interface PreloadParts {
  readonly contextBridge: Pick<ContextBridge, "exposeInMainWorld">;
  readonly ipcRenderer: Pick<IpcRenderer, "invoke" | "send"> & {
    on(channel: string, listener: (event: IpcRendererEvent, ...message: unknown[]) => void): unknown;
  };
}

/** Gives the page `window.skyferry`: `call` and `subscribe`, and no other way to Electron. */
export function exposeBridge({ contextBridge, ipcRenderer }: PreloadParts): void {
  const listeners = new Map<number, (event: TransportEvent) => void>();
  let lastId = 0;

  const send = <C extends BridgeChannel>(channel: C, ...message: BridgeChannels[C]): void =>
    ipcRenderer.send(channel, ...message);

  const eventsChannel: BridgeChannel = "skyferry:events";
  ipcRenderer.on(eventsChannel, (_, ...message) => {
    const [id, events] = message as BridgeChannels["skyferry:events"];
    for (const event of events) listeners.get(id)?.(event);
  });

  const bridge: Bridge = {
    call(method, input, language = "en") {
      const channel: BridgeChannel = "skyferry:call";
      const message: BridgeChannels["skyferry:call"] = [method, input, language];
      return ipcRenderer.invoke(channel, ...message);
    },
    subscribe(sinceSeq, onEvent, language = "en") {
      lastId += 1;
      const id = lastId;
      listeners.set(id, onEvent);
      send("skyferry:subscribe", id, sinceSeq, language);
      return () => {
        if (listeners.delete(id)) send("skyferry:unsubscribe", id);
      };
    },
  };
  contextBridge.exposeInMainWorld("skyferry", bridge);
}
