import { EventEmitter } from "node:events";
import type { PowerMonitor, PowerSaveBlocker } from "electron";

/** `powerMonitor`: on the mains until a test says otherwise. */
export class FakePower extends EventEmitter implements Pick<PowerMonitor, "isOnBatteryPower"> {
  #isOnBattery = false;

  isOnBatteryPower(): boolean {
    return this.#isOnBattery;
  }

  /** The plug is pulled, or put in. */
  turn(isOnBattery: boolean): void {
    this.#isOnBattery = isOnBattery;
    this.emit(isOnBattery ? "on-battery" : "on-ac");
  }
}

/** `powerSaveBlocker`: what keeps the PC awake, by number. */
export class FakePowerSaveBlocker implements PowerSaveBlocker {
  readonly started = new Map<number, string>();
  #last = 0;

  start(type: Parameters<PowerSaveBlocker["start"]>[0]): number {
    this.#last += 1;
    this.started.set(this.#last, type);
    return this.#last;
  }

  stop(id: number): boolean {
    return this.started.delete(id);
  }

  isStarted(id: number): boolean {
    return this.started.has(id);
  }
}
