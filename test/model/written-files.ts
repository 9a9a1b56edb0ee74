import type { EngineFixture } from "#test/support/builders/engine-fixture.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";

/** A content that was under one path. */
interface Stood {
  readonly checksum: string;
  /** Monotonic milliseconds. */
  readonly fromMs: number;
  untilMs: number | null;
  /** It was whole from its first moment on, or nobody can know better. */
  isFinishedAtOnce: boolean;
}

interface Version {
  readonly content: string;
  readonly mtimeUs: number;
}

/** Files that an instrument has written, as an oracle of its own remembers them. */
export class WrittenFiles {
  readonly contents = new Map<string, string>();
  readonly #stood = new Map<string, Stood[]>();
  /** Paths under which other bytes of the same size and time may have been there before. */
  readonly #sameTime = new Set<string>();
  readonly #touchedAt = new Map<string, number>();
  /** Version that was under a path last, and the one before that. */
  readonly #latest = new Map<string, Version>();
  readonly #former = new Map<string, Version>();
  readonly #fixture: EngineFixture;
  readonly #folder: string;
  #writes = 0;

  constructor(fixture: EngineFixture, folder: string) {
    this.#fixture = fixture;
    this.#folder = folder;
  }

  /** Written in place, now. */
  write(path: string, content: string): void {
    const mtimeUs = this.#newMtimeUs(0);
    this.#fixture.files.put(this.#folder, path, content, mtimeUs);
    this.#remember(path, { content, mtimeUs });
    this.#note(path, content, false);
  }

  /** Written elsewhere an hour ago, and renamed into place now. */
  renameInto(path: string, content: string): void {
    const mtimeUs = this.#newMtimeUs(3_600_000);
    this.#fixture.files.replace(this.#folder, path, content, mtimeUs);
    this.#remember(path, { content, mtimeUs });
    this.#note(path, content, true);
  }

  /** The version before the latest is put back as it was, with its time, as from a copy. */
  putBack(path: string): void {
    const former = this.#former.get(path);
    if (former === undefined) return;
    this.#fixture.files.replace(this.#folder, path, former.content, former.mtimeUs);
    this.#remember(path, former);
    this.#note(path, former.content, true);
  }

  /**
   * Puts other bytes of the same length in their place, and puts the time back: only the change time tells. A file that was
   * renamed since is left alone.
   */
  async rewriteInSecret(checksum: string, filename: string | undefined): Promise<void> {
    const [path, content] = [...this.contents].find(([, one]) => md5(one) === checksum) ?? [];
    if (path === undefined || content === undefined || path.includes("twin")) return;
    if (filename !== path.slice(path.lastIndexOf("/") + 1)) return;
    await this.rewriteSameTime(path, "put");
  }

  /** Other bytes of the same length with the same time, `put` in place or in a file that replaces it. */
  async rewriteSameTime(path: string, how: "put" | "replace"): Promise<void> {
    const content = this.contents.get(path);
    const stat = await this.#fixture.files.stat(this.#folder, path);
    if (content === undefined || "error" in stat) return;
    const other = `${++this.#writes}!`.padEnd(content.length, "?").slice(0, content.length);
    this.#fixture.files[how](this.#folder, path, other, stat.mtimeUs);
    this.#sameTime.add(path);
    // Who copies it copies these bytes: what was there before, with the same time, is nowhere any more.
    this.#latest.set(path, { content: other, mtimeUs: stat.mtimeUs });
    this.#note(path, other, true);
  }

  remove(path: string): void {
    this.#fixture.files.remove(this.#folder, path);
    this.#end(path);
    this.contents.delete(path);
  }

  /** Renamed as it is: what was finished stays so. */
  rename(from: string, to: string): void {
    const content = this.contents.get(from);
    const stood = this.#stood.get(from)?.at(-1);
    if (content === undefined || stood === undefined || from === to) return;
    this.#fixture.files.rename(this.#folder, from, to);
    this.#end(from);
    this.#end(to);
    this.contents.delete(from);
    this.contents.set(to, content);
    if (this.#sameTime.has(from)) this.#sameTime.add(to);
    this.#stood.set(to, [...(this.#stood.get(to) ?? []), { ...stood, untilMs: null }]);
    this.#touchedAt.set(to, this.#fixture.clock.monotonicMs());
  }

  /** A drive that keeps local time: every file seems older or younger by so much. */
  async moveTimes(byMs: number): Promise<void> {
    this.excuseAll();
    for (const [path, content] of this.contents) {
      this.#touchedAt.set(path, this.#fixture.clock.monotonicMs());
      const stat = await this.#fixture.files.stat(this.#folder, path);
      if (!("error" in stat))
        this.#fixture.files.put(this.#folder, path, content, stat.mtimeUs + byMs * 1000);
    }
  }

  /** True where size and time do not tell what is under the path. */
  isAmbiguous(path: string): boolean {
    return this.#sameTime.has(path);
  }

  /** When something was last done to what is under the path; monotonic milliseconds. */
  touchedAtMs(path: string): number {
    return this.#touchedAt.get(path) ?? 0;
  }

  /** Gives the differences between this memory and the disk, in words. */
  differences(): readonly string[] {
    const disk = this.#fixture.files.contents(this.#folder);
    const paths = new Set([...disk.keys(), ...this.contents.keys()]);
    const decoder = new TextDecoder();
    return [...paths].flatMap((path) => {
      const bytes = disk.get(path);
      const isSame = bytes !== undefined && decoder.decode(bytes) === this.contents.get(path);
      return isSame ? [] : `${this.#folder}/${path} is not as its instrument left it`;
    });
  }

  /** A clock jumped: what was just written looks old to who sees it first now. */
  excuseAll(): void {
    for (const all of this.#stood.values()) for (const stood of all) stood.isFinishedAtOnce = true;
  }

  /** True when these bytes were under a path of that name long enough to be finished. */
  wasFinished(filename: string, checksum: string, settleMs: number): boolean {
    const nowMs = this.#fixture.clock.monotonicMs();
    return [...this.#stood].some(
      ([path, all]) =>
        path.endsWith(filename) &&
        all.some(
          (stood) =>
            stood.checksum === checksum &&
            (stood.isFinishedAtOnce || (stood.untilMs ?? nowMs) - stood.fromMs >= settleMs),
        ),
    );
  }

  /** No two writes have the same time, as on a file system that counts nanoseconds. */
  #newMtimeUs(ageMs: number): number {
    return Math.round((this.#fixture.clock.nowMs() - ageMs) * 1000) + (++this.#writes % 1000);
  }

  #remember(path: string, version: Version): void {
    const latest = this.#latest.get(path);
    if (latest !== undefined) this.#former.set(path, latest);
    this.#latest.set(path, version);
  }

  #note(path: string, content: string, isFinishedAtOnce: boolean): void {
    this.#end(path);
    this.contents.set(path, content);
    this.#touchedAt.set(path, this.#fixture.clock.monotonicMs());
    const stood = { checksum: md5(content), fromMs: this.#fixture.clock.monotonicMs(), untilMs: null };
    this.#stood.set(path, [...(this.#stood.get(path) ?? []), { ...stood, isFinishedAtOnce }]);
  }

  #end(path: string): void {
    const last = this.#stood.get(path)?.at(-1);
    if (last !== undefined) last.untilMs ??= this.#fixture.clock.monotonicMs();
  }
}
