import type { IpcMain, WebContents, WebFrameMain } from "electron";
import { callLimitBytes, dispatch } from "#api/dispatch.ts";
import type { ShellHandlers } from "#api/handlers/shell-handlers.ts";
import { fail } from "#api/reply.ts";
import { eventInLanguage, type Languages, languageFor, replyInLanguage } from "#api/told-in-language.ts";
import type { BridgeChannel, BridgeChannels } from "#contract/bridge.ts";
import type { TransportEvent } from "#contract/events.ts";
import type { MethodName } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { Transport } from "#contract/transport.ts";
import { isPageAddress } from "./window/app-protocol.ts";

export interface BridgeParts {
  readonly ipcMain: Pick<IpcMain, "handle" | "on">;
  /** The window's own methods; a call waits for them. */
  readonly shell: Promise<ShellHandlers>;
  /** The host that is shown now, in this process or in another: it answers everything else. */
  readonly host: () => Transport;
  readonly languages: Languages;
  /** Hears of internal errors of the shell's own methods. */
  readonly onBug: (method: string, error: unknown) => void;
  /** Hears of messages that do not come from the window's own page. */
  readonly onRefused: (channel: string, sender: string) => void;
}

/** Subscriptions that one page may hold. */
const mostSubscriptions = 16;

type Sender = Pick<WebContents, "id" | "isDestroyed" | "send" | "on">;

/**
 * Carries calls and events between the window's page and what answers them: `shell.*` the window, all else the host that
 * is shown. Answers nobody else. A page that is to follow another host has to be loaded again.
 */
export function openBridge({ ipcMain, shell, host, languages, onBug, onRefused }: BridgeParts): void {
  /** Feeds that each page follows, by its own number; a page is known by its `WebContents`. */
  const following = new Map<number, Map<number, () => void>>();

  const isTrusted = (channel: BridgeChannel, frame: WebFrameMain | null): boolean => {
    if (isOwnPage(frame)) return true;
    onRefused(channel, frame?.url ?? "a page that is gone");
    return false;
  };

  const endAll = (sender: Sender): void => {
    for (const end of following.get(sender.id)?.values() ?? []) end();
    following.delete(sender.id);
  };

  const followedBy = (sender: Sender): Map<number, () => void> => {
    const known = following.get(sender.id);
    if (known !== undefined) return known;
    const made = new Map<number, () => void>();
    following.set(sender.id, made);
    // A page that is left, breaks or is reloaded follows nothing any more.
    sender.on("did-start-navigation", (details) => {
      if (details.isMainFrame && !details.isSameDocument) endAll(sender);
    });
    sender.on("render-process-gone", () => endAll(sender));
    sender.on("destroyed", () => endAll(sender));
    return made;
  };

  const spokenBy = (language: unknown) =>
    languageFor(typeof language === "string" ? language.slice(0, 100) : undefined, languages);

  const answer = async (method: unknown, input: unknown): Promise<Reply<unknown>> => {
    if (typeof method !== "string" || method.length > 100)
      return fail("unknown-method", "The name of a method is missing.");
    const read = asJson(input);
    if (read.kind === "refused") return read.reply;
    const own = await shell;
    if (Object.hasOwn(own, method)) return await dispatch(own, method, read.value, { onBug });
    // The host checks both by the map of methods.
    return await host().call(method as MethodName, read.value as never);
  };

  on(ipcMain, "skyferry:subscribe", (event, id, sinceSeq, language) => {
    if (!isTrusted("skyferry:subscribe", event.senderFrame)) return;
    if (!Number.isSafeInteger(id) || (sinceSeq !== null && !Number.isSafeInteger(sinceSeq))) return;
    const followed = followedBy(event.sender);
    if (followed.has(id) || followed.size >= mostSubscriptions) return;
    const tell = batched(event.sender, id);
    let inWords = tell;
    // Until the language is loaded, events are told in English.
    void spokenBy(language).then((spoken) => {
      if (spoken !== null)
        inWords = (told) => tell(told.type === "link" ? told : eventInLanguage(told, spoken.inLanguage));
    });
    followed.set(
      id,
      host().subscribe(sinceSeq, (told) => inWords(told)),
    );
  });

  on(ipcMain, "skyferry:unsubscribe", (event, id) => {
    if (!isTrusted("skyferry:unsubscribe", event.senderFrame)) return;
    const followed = following.get(event.sender.id);
    followed?.get(id)?.();
    followed?.delete(id);
  });

  const callChannel: BridgeChannel = "skyferry:call";
  ipcMain.handle(callChannel, async (event, ...message: unknown[]): Promise<Reply<unknown>> => {
    if (!isTrusted(callChannel, event.senderFrame))
      return fail("forbidden", "Only Skyferry's own page may send requests.");
    const [method, input, language] = message;
    const reply = await answer(method, input);
    const spoken = await spokenBy(language);
    return replyInLanguage(String(method), reply, spoken?.inLanguage ?? null);
  });
}

/** The main frame of a page of this window. */
function isOwnPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && isPageAddress(frame.url);
}

function on<C extends BridgeChannel>(
  ipcMain: Pick<IpcMain, "on">,
  channel: C,
  hear: (
    event: { readonly sender: WebContents; readonly senderFrame: WebFrameMain | null },
    ...message: BridgeChannels[C]
  ) => void,
): void {
  ipcMain.on(channel, (event, ...message: unknown[]) => hear(event, ...(message as BridgeChannels[C])));
}

/** Sends what comes in the same turn as one message. */
function batched(sender: Sender, id: number): (event: TransportEvent) => void {
  let waiting: TransportEvent[] = [];
  return (event) => {
    waiting.push(event);
    if (waiting.length > 1) return;
    queueMicrotask(() => {
      const events = waiting;
      waiting = [];
      const channel: BridgeChannel = "skyferry:events";
      const message: BridgeChannels["skyferry:events"] = [id, events];
      if (!sender.isDestroyed()) sender.send(channel, ...message);
    });
  };
}

/** Gives an input as JSON has it, with its `bytes` as they are, so that the bridge takes what loopback takes and no more. */
function asJson(
  given: unknown,
):
  | { readonly kind: "read"; readonly value: unknown }
  | { readonly kind: "refused"; readonly reply: Reply<never> } {
  const bytes = (given as { readonly bytes?: unknown } | undefined)?.bytes;
  const hasBytes = bytes instanceof Uint8Array;
  const input = hasBytes ? { ...(given as object), bytes: undefined } : given;
  let text: string | undefined;
  try {
    text = JSON.stringify(input ?? {});
  } catch {
    return { kind: "refused", reply: fail("not-json", "The input of a call must be plain data.") };
  }
  if (text === undefined)
    return { kind: "refused", reply: fail("not-json", "The input of a call must be plain data.") };
  if (Buffer.byteLength(text) > callLimitBytes)
    return {
      kind: "refused",
      reply: fail("too-large", `The input of a call is larger than ${callLimitBytes} bytes.`),
    };
  const value: unknown = JSON.parse(text);
  return { kind: "read", value: hasBytes ? { ...(value as object), bytes } : value };
}
