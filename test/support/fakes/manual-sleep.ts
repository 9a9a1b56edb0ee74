/** A clock whose sleepers wake when a test lets time pass. */
export interface ManualSleep {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Wakes those whose time has come and lets them act. */
  pass(ms: number): Promise<void>;
}

export function createManualSleep(): ManualSleep {
  let nowMs = 0;
  let sleepers: { atMs: number; wake: () => void }[] = [];
  return {
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ atMs: nowMs + ms, wake });
      }),
    async pass(ms) {
      nowMs += ms;
      const due = sleepers.filter(({ atMs }) => atMs <= nowMs);
      sleepers = sleepers.filter(({ atMs }) => atMs > nowMs);
      for (const { wake } of due) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
