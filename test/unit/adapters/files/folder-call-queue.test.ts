import { describe, expect, it } from "vitest";
import { createFolderCalls, type FolderCalls, type OpenCall } from "#adapters/files/folder-call-queue.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const never = () => new Promise<never>(() => {});

/** Gives the results of a call so far. */
function watched<T>(answer: Promise<T>): { readonly all: T[] } {
  const all: T[] = [];
  void answer.then((one) => all.push(one));
  return { all };
}

/** Folders that hang until they answer. */
class Drives {
  begun = 0;
  readonly #calls: FolderCalls;
  readonly #over = Promise.withResolvers<null>();

  constructor(calls: FolderCalls) {
    this.#calls = calls;
  }

  ask(name: string, times: number): readonly { readonly all: unknown[] }[] {
    const begin = (): Promise<null> => {
      this.begun += 1;
      return this.#over.promise;
    };
    return Array.from({ length: times }, () => watched(this.#calls.ask(`/${name}`, begin)));
  }

  answer(): void {
    this.#over.resolve(null);
  }
}

describe("calls on a folder", () => {
  it("are answered with null after half a minute, and at once from then on", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    const first = watched(calls.ask("/a", never));
    await clock.advance(29_000);
    expect(first.all).toEqual([]);
    await clock.advance(7_000);
    expect(first.all).toEqual([null]);
    expect(calls.isSilent("/a")).toBe(true);
    let begun = 0;
    const begin = async () => ++begun;
    expect(await calls.ask("/a", begin)).toBeNull();
    expect(begun).toBe(0);
    expect(await calls.ask("/b", begin)).toBe(1);
  });

  it("are begun again when those that hung have returned", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    const { promise, resolve } = Promise.withResolvers<string>();
    const late: (string | null)[] = [];
    void calls.ask("/a", () => promise, { onLate: (one) => late.push(one) });
    await clock.advance(60_000);
    resolve("back");
    await clock.advance(0);
    expect(late).toEqual(["back"]);
    expect(await calls.ask("/a", async () => 7)).toBe(7);
  });

  it("give their turns back, those that return late and those that fail", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    const { promise, resolve } = Promise.withResolvers<null>();
    const twenty = <T>(ask: () => Promise<T>) => Array.from({ length: 20 }, () => watched(ask()).all);
    twenty(() => calls.ask("/a", () => promise));
    await clock.advance(60_000);
    resolve(null);
    await clock.advance(0);
    const fail = () => Promise.reject(new Error("a mistake"));
    const failed = twenty(() => calls.ask("/a", fail).catch(() => "failed"));
    await clock.advance(0);
    expect(failed).toEqual(failed.map(() => ["failed"]));
    const well = twenty(() => calls.ask("/a", async () => 7));
    await clock.advance(0);
    expect(well).toEqual(failed.map(() => [7]));
  });

  it("go a few at a time, so that few threads are ever lost; those in the queue are answered too", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    let begun = 0;
    const begin = () => {
      begun += 1;
      return never();
    };
    const all = Array.from({ length: 20 }, () => watched(calls.ask("/a", begin)));
    await clock.advance(60_000);
    expect(begun).toBeLessThanOrEqual(8);
    expect(all.map((one) => one.all)).toEqual(Array.from({ length: 20 }, () => [null]));
  });

  it("of folders that hang at the same time leave threads to the others, before and after they are given up", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock, { shared: 16, all: 40 });
    const drives = new Drives(calls);
    for (const name of ["a", "b", "c", "d"]) drives.ask(name, 20);
    const healthy = async (): Promise<number | null> => await calls.ask("/well", async () => 7);
    expect(await healthy()).toBe(7);
    await clock.advance(60_000);
    expect(await healthy()).toBe(7);
    expect(drives.begun).toBe(19);
    drives.answer();
    await clock.advance(0);
    expect(await calls.ask("/a", async () => 7)).toBe(7);
  });

  it("of one folder that hangs take no turn from the others once it is given up", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock, { shared: 16, all: 40 });
    const drives = new Drives(calls);
    drives.ask("a", 20);
    const other = new Drives(calls);
    await clock.advance(15_000);
    other.ask("well", 20);
    expect(other.begun).toBe(1);
    await clock.advance(21_000);
    expect(drives.begun).toBe(16);
    expect(other.begun).toBe(16);
    other.answer();
    await clock.advance(0);
    expect(other.begun).toBe(20);
  });

  it("of folders that hang one after the other leave threads to the others", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock, { shared: 16, all: 40 });
    const drives = new Drives(calls);
    for (const name of ["a", "b", "c", "d"]) {
      drives.ask(name, 20);
      await clock.advance(36_000);
    }
    expect(drives.begun).toBe(16 + 16 + 1 + 1);
    expect(await calls.ask("/well", async () => 7)).toBe(7);
  });

  it("of however many folders never take the whole pool, and each is answered", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock, { shared: 16, all: 40 });
    const drives = new Drives(calls);
    const names = Array.from({ length: 50 }, (_, n) => `${n}`);
    const all = names.flatMap((name) => drives.ask(name, 3));
    await clock.advance(36_000);
    expect(drives.begun).toBe(40);
    expect(all.map((one) => one.all)).toEqual(all.map(() => [null]));
    // Its own drive is well, and there is no thread to ask it.
    const healthy = watched(calls.ask("/well", async () => 7));
    await clock.advance(20_000);
    expect(healthy.all).toEqual([]);
    drives.answer();
    await clock.advance(0);
    expect(healthy.all).toEqual([7]);
    expect(calls.isSilent("/well")).toBe(false);
  });

  it("may last as long as they move", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    let call: OpenCall | null = null;
    const long = watched(
      calls.ask("/a", (its) => {
        call = its;
        return never();
      }),
    );
    for (let n = 0; n < 10; n++) {
      await clock.advance(20_000);
      (call as OpenCall | null)?.moved();
    }
    expect(long.all).toEqual([]);
    await clock.advance(40_000);
    expect(long.all).toEqual([null]);
  });

  it("cost no timer when none is under way", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    for (let n = 0; n < 100; n++) await calls.ask("/a", async () => n);
    expect(clock.asleep).toBe(1);
    await clock.advance(10_000);
    expect(clock.asleep).toBe(0);
  });

  it("are answered after a rest as before it", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    await calls.ask("/a", async () => 1);
    await clock.advance(60_000);
    expect(clock.asleep).toBe(0);
    const hanging = watched(calls.ask("/a", never));
    await clock.advance(36_000);
    expect(hanging.all).toEqual([null]);
  });

  it("are answered with null once they are given up, and none is begun", async () => {
    const clock = new FakeClock();
    const calls = createFolderCalls(clock);
    const waiting = Array.from({ length: 20 }, () => watched(calls.ask("/a", never)).all);
    calls.giveUp();
    await clock.advance(0);
    expect(waiting).toEqual(waiting.map(() => [null]));
    let begun = 0;
    expect(await calls.ask("/b", async () => ++begun)).toBeNull();
    expect(begun).toBe(0);
    expect(calls.isSilent("/b")).toBe(true);
    expect(clock.asleep).toBe(0);
  });
});
