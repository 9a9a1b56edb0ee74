import { expect, it } from "vitest";
import { knownVersions } from "#domain/known-issue.ts";
import { createKnownIssues } from "#engine/known-issues.ts";
import type { Issue } from "#station/status/issue.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

const clock = { nowMs: () => 1_000 };
const because = { note: "The dome was wet", by: "operator" };
const issueOf = (cause: Issue["cause"], ...versions: readonly string[]): Issue => ({
  key: `${cause}:Radar`,
  cause,
  kind: "needsYou",
  label: `${versions.length} files`,
  takesSince: false,
  remedy: "check the instrument",
  action: "show-files",
  instrument: "Radar",
  over: "it is over",
  count: versions.length,
  sinceMs: null,
  filter: {},
  files: versions.map((version) => ({ instrument: "Radar", relPath: `${version}.nc`, version })),
});

it("keeps who said what of which files from one start to the next, and takes it back", async () => {
  const store = new MemoryStateStore();
  const first = createKnownIssues({ clock, store });
  await Promise.all([
    first.mark(issueOf("judged-invalid", "a", "b"), because),
    first.mark(issueOf("damaged-file", "a"), because),
  ]);
  const next = createKnownIssues({ clock, store });
  expect(await next.list()).toMatchObject([
    { id: 1, cause: "judged-invalid", label: "2 files", atMs: 1_000, ...because },
    { id: 2, cause: "damaged-file", files: [{ instrument: "Radar", relPath: "a.nc", version: "a" }] },
  ]);
  const versions = async (instrument: string) => [
    ...knownVersions(await next.list(), "judged-invalid", instrument),
  ];
  expect([await versions("Radar"), await versions("Lidar")]).toEqual([["a", "b"], []]);
  expect(await next.end(1)).toMatchObject({ id: 1 });
  expect(await next.end(1)).toBeNull();
  expect(await versions("Radar")).toEqual([]);
  expect(await createKnownIssues({ clock, store }).list()).toMatchObject([{ id: 2 }]);
});

it("takes no issue whose files are not named", async () => {
  const known = createKnownIssues({ clock, store: null });
  const { files: _, ...unnamed } = issueOf("judged-invalid", "a");
  expect(await known.mark(unnamed, because)).toBeNull();
  expect(await known.mark(issueOf("judged-invalid"), because)).toBeNull();
  expect(await known.mark(issueOf("silent-instrument", "a"), because)).toBeNull();
  expect(await known.list()).toEqual([]);
});

it("leaves out what is damaged where it is kept", async () => {
  const store = new MemoryStateStore();
  const { note, by } = because;
  const whole = { id: 1, cause: "judged-invalid", label: "1 file", files: [], note, by, atMs: 1 };
  const torn = [null, {}, { ...whole, cause: "no-cause" }, { ...whole, files: [{}] }, { ...whole, by: 1 }];
  store.page = JSON.stringify({ known: [...torn, whole] });
  expect(await createKnownIssues({ clock, store }).list()).toEqual([whole]);
  store.page = JSON.stringify({ known: "torn" });
  expect(await createKnownIssues({ clock, store }).list()).toEqual([]);
});
