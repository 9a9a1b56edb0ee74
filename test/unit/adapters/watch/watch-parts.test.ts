import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { filePathsOf } from "#adapters/files/file-paths.ts";
import { HintCoalescer } from "#adapters/watch/hint-coalescer.ts";
import { isFrom } from "#adapters/watch/system-watch.ts";
import { ErrorDigest, watchErrorMessage } from "#adapters/watch/watch-errors.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("hints of one path", () => {
  it("come at once, then at most once a window, and the last is not lost", () => {
    const hints: string[] = [];
    const coalescer = new HintCoalescer({ windowMs: 200, stillMs: 40 }, (path) => hints.push(path));
    for (let ms = 0; ms < 1000; ms += 10) {
      coalescer.hint("a");
      if (ms === 500) coalescer.hint("b");
      vi.advanceTimersByTime(10);
    }
    expect(hints.filter((path) => path === "a")).toHaveLength(6);
    expect(hints.filter((path) => path === "b")).toHaveLength(1);
    hints.length = 0;
    vi.advanceTimersByTime(1000);
    expect(vi.getTimerCount()).toBe(0);
    coalescer.hint("a");
    expect(hints).toEqual(["a"]);
  });

  it("come soon after the last change, without waiting for the end of the window", () => {
    const hints: number[] = [];
    const coalescer = new HintCoalescer({ windowMs: 200, stillMs: 40 }, () => hints.push(performance.now()));
    const startedAt = performance.now();
    for (const ms of [0, 30, 60]) {
      vi.advanceTimersByTime(startedAt + ms - performance.now());
      coalescer.hint("a");
    }
    vi.advanceTimersByTime(1000);
    expect(hints.map((at) => at - startedAt)).toEqual([0, 100]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("end with stop", () => {
    const hints: string[] = [];
    const coalescer = new HintCoalescer({ windowMs: 200, stillMs: 40 }, (path) => hints.push(path));
    coalescer.hint("a");
    coalescer.hint("a");
    coalescer.stop();
    vi.advanceTimersByTime(1000);
    expect(hints).toEqual(["a"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("troubles of one folder", () => {
  it("are said once a minute, with how many there were", () => {
    const said: string[] = [];
    const digest = new ErrorDigest(60_000, (folder, message) => said.push(`${folder}: ${message}`));
    for (let i = 0; i < 5; i++) digest.add("a", `no ${i}`);
    digest.add("b", "other");
    expect(said).toEqual(["a: no 0", "b: other"]);
    vi.advanceTimersByTime(60_000);
    expect(said.slice(2)).toEqual(["a: no 4 (4 messages like this)"]);
    digest.add("a", "again");
    vi.advanceTimersByTime(59_999);
    expect(said).toHaveLength(3);
    vi.advanceTimersByTime(60_001);
    expect(said.slice(3)).toEqual(["a: again"]);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
    digest.stop();
  });

  it.each([
    ["ENOSPC", /limit of watched folders/],
    ["EMFILE", /limit of watched folders/],
    ["ERR_WORKER_OUT_OF_MEMORY", /restarts automatically/],
    ["ENOENT", /does not exist/],
    ["EACCES", /cannot be read: this user has no permission/],
  ])("%s in plain words", (code, text) => {
    expect(watchErrorMessage(code, "/data")).toMatch(text);
    expect(watchErrorMessage(code, "/data")).toContain('"/data"');
  });
});

describe("an event of chokidar", () => {
  const windows = filePathsOf("win32");

  it.each([
    ["D:\\Data\\radar", "D:/Data/radar"],
    ["D:\\Data\\radar", "d:/data/RADAR/"],
    ["D:\\", "D:/"],
    ["\\\\nas\\share\\radar", "//nas/share/radar"],
    ["\\\\?\\D:\\Data\\radar", "D:/Data/radar"],
  ])("of %s is known by %s on Windows", (folder, watchedPath) => {
    expect(isFrom(folder, { watchedPath }, windows)).toBe(true);
  });

  it.each(["D:/Data", "D:/Data/radar2", "E:/Data/radar"])("of %s is of another folder", (watchedPath) => {
    expect(isFrom("D:\\Data\\radar", { watchedPath }, windows)).toBe(false);
  });

  it("of a folder whose name has a backslash is its own on Linux", () => {
    const linux = filePathsOf("linux");
    expect(isFrom("/data/a\\b", { watchedPath: "/data/a\\b" }, linux)).toBe(true);
    expect(isFrom("/data/a\\b", { watchedPath: "/data/a/b" }, linux)).toBe(false);
    expect(isFrom("/data", {}, linux)).toBe(false);
  });
});
