import { type NotificationSettings, usualNotifications } from "#domain/notification-settings.ts";
import { type NotificationMemory, noMemory, readMemory } from "#station/notifications/memory.ts";
import { evaluateNotifications } from "#station/notifications/notifications.ts";
import type { NotificationMessage } from "#station/notifications/types.ts";
import type { Status } from "#station/status/reports.ts";
import { halfPastTwo, statusWith } from "#test/support/builders/status-shapes.ts";

const never = Number.POSITIVE_INFINITY;

/** Looks at a station whose status and time a test sets. Time begins at 21 November 2026, 14:30 UTC. */
export class NotificationRun {
  nowMs = halfPastTwo;
  status: Status = statusWith({ delivered: 5 });
  rules: NotificationSettings = usualNotifications;
  /** Begin and end of quiet hours for notifications. */
  quiet: readonly [number, number] = [never, never];
  memory: NotificationMemory = noMemory;
  /** Notifications that were shown: `down`, `repeat` or `up`, with the minutes since the begin. */
  readonly said: string[] = [];
  readonly shown: NotificationMessage[] = [];
  readonly closed: string[] = [];

  /** Sets the status and looks at it. */
  look(status: Status = this.status): void {
    this.status = status;
    const quietForMs =
      this.nowMs >= this.quiet[0] && this.nowMs < this.quiet[1] ? this.quiet[1] - this.nowMs : 0;
    const facts = { status, rules: this.rules, quietForMs };
    const step = evaluateNotifications(this.memory, facts, this.nowMs);
    this.memory = step.memory;
    this.closed.push(...step.close);
    for (const notification of step.show) {
      this.shown.push(notification);
      const what = notification.kind === "resolved" ? "up" : notification.isRepeat ? "repeat" : "down";
      this.said.push(`${what} ${(this.nowMs - halfPastTwo) / 60_000}`);
    }
    this.#nextMs = step.nextLookAtMs ?? never;
  }

  #nextMs = never;

  /** Time goes on; looks are made when the look before asked for one. */
  pass(minutes: number): void {
    const endMs = this.nowMs + minutes * 60_000;
    while (this.#nextMs <= endMs) {
      this.nowMs = this.#nextMs;
      this.look();
    }
    this.nowMs = endMs;
  }

  /** The program is started again: only what was kept as JSON is known. */
  restart(): void {
    this.memory = readMemory(JSON.parse(JSON.stringify(this.memory)));
  }

  sentences(): readonly string[] {
    return this.shown.map(({ sentence }) => sentence);
  }
}
