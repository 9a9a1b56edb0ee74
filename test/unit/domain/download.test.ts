import { describe, expect, it } from "vitest";
import { type DownloadFile, type DownloadFileState, nameBeside, sumsOf } from "#domain/download.ts";

const uuid = "12345678-aaaa-4000-8000-000000000000";

describe("the name a file gets beside others", () => {
  it.each([
    ["a.nc", [], "a.nc"],
    ["a.nc", ["b.nc"], "a.nc"],
    ["A.nc", ["a.nc"], "A.12345678.nc"],
    ["a.b.nc", ["a.b.nc"], "a.b.12345678.nc"],
    ["a.nc", ["a.nc", "a.12345678.nc"], `a.${uuid}.nc`],
    ["a.nc", ["a.nc", "a.12345678.nc", `a.${uuid}.nc`], `${uuid}.nc`],
    ["plain", ["plain"], "plain.12345678"],
    ["plain", ["plain", "plain.12345678", `plain.${uuid}`], uuid],
    [".nc", [".nc"], ".nc.12345678"],
  ])("%s beside %j is %s", (filename, given, name) => {
    expect(nameBeside(filename, uuid, new Set(given))).toBe(name);
  });
});

function file(state: DownloadFileState, size: number | null, receivedBytes: number): DownloadFile {
  return {
    kind: "raw",
    uuid,
    filename: "a.nc",
    size,
    receivedBytes,
    state,
    message: null,
    path: null,
  };
}

describe("the sums of a job", () => {
  it("counts each state", () => {
    const files = (["waiting", "receiving", "verified", "was-there", "failed"] as const).flatMap(
      (state, at) => Array.from({ length: at + 1 }, () => file(state, 0, 0)),
    );
    expect(sumsOf(files).counts).toEqual({ waiting: 1, receiving: 2, verified: 3, wasThere: 4, failed: 5 });
  });

  it("takes files that are there as received whole, others as far as they came", () => {
    const files = [
      file("waiting", null, 0),
      file("receiving", 1000, 300),
      file("verified", 200, 0),
      file("was-there", 70, 0),
      file("was-there", null, 9),
      file("failed", 5000, 4),
    ];
    expect(sumsOf(files)).toMatchObject({ totalBytes: 6270, receivedBytes: 574 });
  });

  it("is nothing for no files", () => {
    expect(sumsOf([])).toMatchObject({ totalBytes: 0, receivedBytes: 0 });
  });
});
