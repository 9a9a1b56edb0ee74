import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { watchEntries } from "#adapters/watch/system-watch.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

describe("the watch of a folder's entries", () => {
  const told = () => {
    const all: string[] = [];
    const events = {
      onRaw: (event: string, name: string) => all.push(`${event} ${name}`),
      onGone: () => {},
      onError: (code: string) => all.push(code),
    };
    return { all, events };
  };

  it("tells why there is none", () => {
    const { all, events } = told();
    expect(watchEntries(join(tmpdir(), "no-such-folder-is-here"), events)).toBeNull();
    expect(all).toEqual(["ENOENT"]);
  });

  it("tells that the folder went by its own name", async () => {
    const folder = await makeScratch("skyferry-watched-");
    const { all, events } = told();
    const watch = watchEntries(folder, events);
    await rm(folder, { recursive: true });
    await expect.poll(() => all).toContain(`rename ${basename(folder)}`);
    await watch?.close();
  });
});
