import type { Transport } from "#contract/transport.ts";
import { idOfRow } from "./pages-host.ts";

const changesASecond = 200;
const changeEveryMs = 100;

/**
 * Changes 200 uploads a second, half of them among those in view: each is given up and taken up again in turn, so
 * that every change is a line of the journal. `count` is of `writeStation`.
 */
export function startChanges(transport: Transport, count: number, inView: { readonly row: number }) {
  const batch = (changesASecond * changeEveryMs) / 1000;
  const cancelled = new Set<string>();
  const startedAt = performance.now();
  let changed = 0;
  let isOn = true;
  let endedAt = startedAt;
  const change = async () => {
    while (isOn) {
      const rows = Array.from({ length: batch }, (_, n) =>
        n % 2 === 0
          ? Math.min(count - 1, inView.row + Math.floor(Math.random() * 40))
          : Math.floor(Math.random() * count),
      );
      const ids = [...new Set(rows.map((row) => idOfRow(row, count)))];
      const toRetry = ids.filter((id) => cancelled.has(id));
      const toCancel = ids.filter((id) => !cancelled.has(id));
      for (const id of toRetry) cancelled.delete(id);
      for (const id of toCancel) cancelled.add(id);
      for (const [method, some] of [
        ["retry", toRetry],
        ["cancel", toCancel],
      ] as const) {
        if (some.length === 0) continue;
        const reply = await transport.call(method, { filter: { ids: some } });
        if (!reply.ok) throw new Error(reply.error.message);
        changed += reply.value.count;
      }
      const due = startedAt + (changed / changesASecond) * 1000;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
    endedAt = performance.now();
  };
  const running = change();
  return {
    stop: async () => {
      isOn = false;
      await running;
    },
    /** Changes a second, as they were made. */
    rate: () => Math.round((changed / (endedAt - startedAt)) * 1000),
  };
}
