import { useEffect, useRef, useState } from "react";
import type { Output } from "#contract/methods.ts";
import { giveBytes } from "#renderer/store/give-bytes.ts";
import { askHost, useTransport } from "#renderer/store/host.tsx";

type BackupFound = Output<"backup.look">;

/** A backup on its way to the host, and what the host found in it. */
export interface BackupReading {
  /** Part of the file that the host has, 0 to 1; null where none is on its way. */
  readonly received: number | null;
  readonly found: BackupFound | null;
  /** Why the last file cannot be opened; null where it can. */
  readonly problem: string | null;
  read(file: File): Promise<void>;
  fail(message: string): void;
}

/** Gives the host the backup that somebody dropped or chose. */
export function useBackup(): BackupReading {
  const transport = useTransport();
  const [received, setReceived] = useState<number | null>(null);
  const [found, setFound] = useState<BackupFound | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const giving = useRef<AbortController | null>(null);
  useEffect(() => () => giving.current?.abort(), []);
  const fail = (message: string) => {
    setFound(null);
    setProblem(message);
  };
  return {
    received,
    found,
    problem,
    fail,
    async read(file) {
      giving.current?.abort();
      const stop = new AbortController();
      giving.current = stop;
      setProblem(null);
      setFound(null);
      setReceived(0);
      try {
        const id = await giveBytes(transport, { path: file.name, file }, stop.signal, (bytes) =>
          setReceived(bytes / file.size),
        );
        const look = await askHost(transport, "backup.look", { id, name: file.name });
        if (!stop.signal.aborted) setFound(look);
      } catch (error) {
        if (!stop.signal.aborted) fail(error instanceof Error ? error.message : String(error));
      } finally {
        if (giving.current === stop) setReceived(null);
      }
    },
  };
}
