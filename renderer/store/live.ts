import type { QueryClient } from "@tanstack/react-query";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { TransportEvent } from "#contract/events.ts";
import type { MethodName } from "#contract/methods.ts";
import type { Transport } from "#contract/transport.ts";
import { refresh } from "./host.tsx";
import { paced } from "./paced.ts";

/** Values that change many times a second and are never asked for. */
export interface Live {
  /** False while what is shown may be old. */
  readonly isLinkUp: boolean;
  /** Bytes sent of the uploads on their way, by upload id. */
  readonly progress: ReadonlyMap<string, { readonly sentBytes: number; readonly size: number }>;
  /** Number of the newest journal line heard of. */
  readonly lastSeq: number;
}

export type LiveStore = StoreApi<Live>;

export function createLiveStore(): LiveStore {
  return createStore<Live>(() => ({ isLinkUp: true, progress: new Map(), lastSeq: 0 }));
}

const afterUpload: readonly MethodName[] = [
  "status",
  "upload",
  "uploads",
  "unsent",
  "queue",
  "queue.windows",
  "queue.counts",
  "activity",
  "journal.page",
  "upload.history",
  "coverage.days",
  "coverage.day",
  "log.days",
];
const afterStationEvent: readonly MethodName[] = ["known.list", "log.days", "log.events", "log.since"];
const afterLists: readonly MethodName[] = [
  "coverage.days",
  "coverage.day",
  "queue",
  "queue.windows",
  "upload",
  "upload.history",
];
const afterStatus: readonly MethodName[] = ["status", "unsent", "notifications", "settings.read", "activity"];
const afterDownload: readonly MethodName[] = ["downloads.list"];

/** Follows the host's feed: keeps `live` and asks again for the answers that may be old. Gives a function that ends it. */
export function followHost(transport: Transport, queryClient: QueryClient, live: LiveStore): () => void {
  const ended = new AbortController();
  const askers = new Map<MethodName, () => void>();
  // Each by itself: what the host answers quickly does not wait for what takes it long.
  const askerOf = (method: MethodName) => {
    const asker = askers.get(method) ?? paced(() => refresh(queryClient, [method]), ended.signal);
    askers.set(method, asker);
    return asker;
  };
  const markStale = (methods: readonly MethodName[]) => {
    for (const method of methods) askerOf(method)();
  };

  const hear = (event: TransportEvent) => {
    switch (event.type) {
      case "link":
        live.setState({ isLinkUp: event.isUp });
        if (event.isUp) markStale(afterStatus);
        break;
      case "reset":
        live.setState({ progress: new Map(), lastSeq: event.seq });
        void queryClient.invalidateQueries();
        break;
      case "status.changed":
        markStale(afterStatus);
        break;
      case "progress":
        live.setState(({ progress }) => ({ progress: new Map(progress).set(event.id, event) }));
        break;
      case "upload.changed":
        live.setState((before) => {
          const progress = new Map(before.progress);
          if (event.state !== "sending") progress.delete(event.uploadId);
          return { progress, lastSeq: event.seq };
        });
        markStale(afterUpload);
        break;
      case "log.changed":
        markStale(afterStationEvent);
        break;
      case "coverage.changed":
        markStale(afterLists);
        break;
      case "tray.changed":
        // The headline, which time alone may change.
        markStale(["status"]);
        break;
      default:
        markStale(afterDownload);
    }
  };

  const stop = transport.subscribe(null, hear);
  return () => {
    stop();
    ended.abort();
  };
}
