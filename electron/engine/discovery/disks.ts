import { createPeriodic, type Periodic } from "#base/periodic.ts";
import { fullIn, isFull, noteRoom, type RoomMemory, roomMemory } from "#domain/disk-room.ts";
import type { Clock, Files, StateStore } from "#engine/ports/host.ts";

/** Room on one disk as it was seen last. */
export interface DiskRoom {
  /** `D:`, `/data`. */
  readonly disk: string;
  readonly freeBytes: number;
  readonly bytes: number;
  /** Skyferry keeps its records on it. */
  readonly hasRecords: boolean;
  readonly isFull: boolean;
  /** It is full in so many milliseconds if it goes on as in the last seven days; null where nothing is foretold. */
  readonly fullInMs: number | null;
  /** It is full so soon that it is told. */
  readonly isFilling: boolean;
}

/** Knows how much room there is where instruments write and where Skyferry keeps its records. */
export interface Disks extends Periodic {
  list(): readonly DiskRoom[];
}

export interface DisksParts {
  readonly clock: Clock;
  readonly files: Pick<Files, "drive">;
  /** Keeps what was seen for the next run. */
  readonly store: StateStore;
  readonly dataFolder: string;
  /** Folders of the instruments. */
  readonly folders: () => readonly string[];
  readonly onChanged: () => void;
}

const lookEveryMs = 600_000;
/** Who makes room sees at once that there is some. */
const whileFullMs = 10_000;

/** Nothing is looked at before `start`. */
export function createDisks({ clock, files, store, dataFolder, folders, onChanged }: DisksParts): Disks {
  const memories = new Map<string, RoomMemory>();
  let rooms: readonly DiskRoom[] = [];

  const look = async (signal: AbortSignal): Promise<void> => {
    const wanted = [...new Set([dataFolder, ...folders()])];
    const drives = await Promise.all(wanted.map((folder) => files.drive(folder)));
    if (signal.aborted) return;
    const nowMs = clock.nowMs();
    const seen = new Map<string, DiskRoom>();
    let isNew = false;
    drives.forEach((drive, i) => {
      if ("error" in drive || drive.bytes <= 0) return;
      const disk = /^[A-Za-z]:\\$/.test(drive.root) ? drive.root.slice(0, 2) : drive.root;
      const hasRecords = wanted[i] === dataFolder || (seen.get(disk)?.hasRecords ?? false);
      const { freeBytes, bytes } = drive;
      if (!seen.has(disk)) {
        const before = memories.get(disk) ?? null;
        const memory = noteRoom(before, nowMs, freeBytes, bytes);
        isNew ||= memory.samples.at(-1) !== before?.samples.at(-1) || memory.isTold !== before?.isTold;
        memories.set(disk, memory);
      }
      const memory = memories.get(disk);
      const fullInMs = memory === undefined ? null : fullIn(memory, freeBytes);
      const isFilling = memory?.isTold ?? false;
      const room = { disk, freeBytes, bytes, hasRecords, fullInMs, isFilling };
      seen.set(disk, { ...room, isFull: isFull(freeBytes, bytes, hasRecords) });
    });
    rooms = [...seen.values()];
    onChanged();
    if (isNew) await store.write({ disks: Object.fromEntries(memories) });
  };

  const loop = async (signal: AbortSignal): Promise<void> => {
    const stored: unknown = await store.read();
    const disks: unknown =
      typeof stored === "object" && stored !== null ? Reflect.get(stored, "disks") : null;
    for (const [disk, one] of Object.entries(typeof disks === "object" && disks !== null ? disks : {})) {
      const memory = roomMemory(one);
      if (memory !== null) memories.set(disk, memory);
    }
    while (!signal.aborted) {
      await look(signal);
      const isAnyFull = rooms.some(({ isFull: full }) => full);
      await clock.sleep(isAnyFull ? whileFullMs : lookEveryMs, signal);
    }
  };

  return { list: () => rooms, ...createPeriodic(loop) };
}
