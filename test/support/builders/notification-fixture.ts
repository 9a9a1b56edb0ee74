import { type NotificationSettings, usualNotifications } from "#domain/notification-settings.ts";
import type { Renamed } from "#domain/renamed.ts";
import { createNotifications, type NotificationMonitor } from "#station/notifications/monitor.ts";
import type { Station } from "#station/station-api.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";
import type { EngineFixture } from "./engine-fixture.ts";

/** The notifications of an engine of faked ports, with everything that it says in order. */
export interface MonitoredEngine {
  readonly watch: NotificationMonitor;
  /** `down`, `repeat` or `up` with the title; `close`. */
  readonly said: string[];
  /** Tray states in their order. */
  readonly states: string[];
  /** Times that the status was read. */
  looks(): number;
}

export async function monitored(
  fixture: EngineFixture,
  engine: Pick<Station, "status" | "stationNow" | "onEvent">,
  store = new MemoryStateStore(),
  rules: NotificationSettings = usualNotifications,
  renames: readonly Renamed[] = [],
): Promise<MonitoredEngine> {
  const said: string[] = [];
  const states: string[] = [];
  let looks = 0;
  const watch = createNotifications({
    station: {
      status() {
        looks += 1;
        return engine.status();
      },
      onEvent: engine.onEvent,
    },
    clock: fixture.clock,
    log: fixture.log,
    store,
    rules: () => rules,
    today: async (status) => (await engine.stationNow(status, true)).today,
  });
  watch.onTray(({ state }) => states.push(state));
  watch.onNotification(({ kind, title, isRepeat }) => {
    said.push(`${kind === "resolved" ? "up" : isRepeat ? "repeat" : "down"} ${title}`);
  });
  watch.onClose(() => said.push("close"));
  for (const one of renames) watch.renamed(one);
  await watch.start();
  await fixture.clock.advance(0);
  return { watch, said, states, looks: () => looks };
}
