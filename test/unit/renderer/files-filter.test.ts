import { describe, expect, it } from "vitest";
import { filesRoute } from "#contract/page-routes.ts";
import {
  asUploadFilter,
  cancelReach,
  type FilesCounts,
  filesAddress,
  isEverything,
  isOfOneCause,
  readFilesFilter,
  retryReach,
  writeFilesFilter,
} from "#renderer/uploads/files-filter.ts";

const read = (address: string) => readFilesFilter(new URLSearchParams(address));

const counts: FilesCounts = {
  seq: 9,
  total: 1_000,
  duplicates: 3,
  states: {
    queued: 1,
    hashing: 2,
    announcing: 4,
    sending: 8,
    waiting: 16,
    blocked: 32,
    delivered: 64,
    superseded: 128,
    cancelled: 256,
  },
  instruments: [],
  causes: [],
};

describe("the queue's filter in the address", () => {
  it("comes back as it was written", () => {
    const filter = {
      states: ["blocked", "waiting"],
      instrument: "A & B=1",
      cause: "refused",
      text: "LV1 %",
    } as const;
    expect(readFilesFilter(new URLSearchParams(filesAddress(filter).split("?")[1]))).toEqual(filter);
  });

  it("is understood as the shell opens it", () => {
    const filter = {
      states: ["blocked", "waiting"],
      instrument: "A & B=1",
      cause: "refused",
      text: "LV1 %",
    } as const;
    expect(read(filesRoute(filter).split("?")[1] ?? "")).toEqual(filter);
    expect(filesRoute({})).toBe("/files");
  });

  it("leaves aside what it does not know", () => {
    expect(read("state=blocked,nonsense&cause=toString")).toEqual({
      states: ["blocked"],
      instrument: null,
      cause: null,
      text: "",
    });
  });

  it("keeps what else is in the address", () => {
    const next = writeFilesFilter(read("q=a"), new URLSearchParams("upload=1&state=blocked"));
    expect(next.toString()).toBe("upload=1&q=a");
  });

  it("is everything without any field, and no field of the contract then", () => {
    expect(isEverything(read(""))).toBe(true);
    expect(asUploadFilter(read(""))).toEqual({});
    expect(isEverything(read("q=x"))).toBe(false);
    expect(filesAddress({})).toBe("/files");
  });

  it("does not ask for a text of blanks", () => {
    expect(asUploadFilter(read("q=+++"))).toEqual({});
  });
});

describe("what an action on the whole filter takes", () => {
  it("retries what failed, and cancelled files only by name", () => {
    const exceptCauses = ["unfit-name", "content-check", "no-instrument"];
    expect(retryReach(read(""), counts)).toEqual({
      filter: { states: ["waiting", "blocked"], exceptCauses },
      count: 48,
    });
    expect(retryReach(read("state=blocked&cause=refused"), counts)).toEqual({
      filter: { states: ["blocked"], cause: "refused" },
      count: 32,
    });
    expect(retryReach(read("state=cancelled"), counts).count).toBe(256);
    expect(retryReach(read("state=delivered"), counts).count).toBe(0);
  });

  it("leaves out files that a retry cannot help", () => {
    const causes = [
      { cause: "refused", count: 20, needsYou: true },
      { cause: "unfit-name", count: 5, needsYou: true },
      { cause: "content-check", count: 7, needsYou: true },
    ] as const;
    expect(retryReach(read(""), { ...counts, causes }).count).toBe(36);
    expect(retryReach(read("cause=unfit-name"), { ...counts, causes }).count).toBe(0);
  });

  it("is left to the button of one cause where that takes up all of them", () => {
    const of = (refused: number, broken: number, unfit: number) => {
      const causes = [
        { cause: "refused", count: refused, needsYou: true },
        { cause: "link-broken", count: broken, needsYou: false },
        { cause: "unfit-name", count: unfit, needsYou: true },
      ] as const;
      const some = { ...counts, causes: causes.filter(({ count }) => count > 0) };
      return isOfOneCause(retryReach(read(""), some), some);
    };
    expect(of(48, 0, 0)).toBe(true);
    expect(of(40, 0, 8)).toBe(true);
    expect(of(24, 24, 0)).toBe(false);
    expect(of(0, 0, 24)).toBe(false);
  });

  it("cancels whatever has not ended", () => {
    expect(cancelReach(read(""), counts).count).toBe(63);
    expect(cancelReach(read("state=sending,delivered&instrument=R"), counts)).toEqual({
      filter: { states: ["sending"], instrument: "R" },
      count: 8,
    });
  });
});
