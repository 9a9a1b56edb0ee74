import { beforeEach, describe, expect, it } from "vitest";
import { createWitnesses, type UploadRequest, type Witnesses } from "#engine/delivery/witnesses.ts";
import { fc } from "#test/support/fixed-cases.ts";

const post: UploadRequest = "announce instrument";
const requests: readonly UploadRequest[] = [post, "send instrument", "announce model", "send model"];

let witnesses: Witnesses;
beforeEach(() => {
  witnesses = createWitnesses();
});

describe.each(requests)("at %s", (request) => {
  it("tells nothing of one upload, however often it is stopped", () => {
    expect(witnesses.stopped("a", request, 1)).toEqual({ kind: "first" });
    expect(witnesses.stopped("a", request, 2)).toEqual({ kind: "untold", sinceMs: 1 });
    expect(witnesses.stopped("a", request, 3)).toEqual({ kind: "untold", sinceMs: 1 });
  });

  it("is everybody's when two different uploads are stopped", () => {
    witnesses.stopped("a", request, 1);
    expect(witnesses.stopped("b", request, 2)).toEqual({ kind: "everybody", others: ["a"] });
    expect(witnesses.stopped("a", request, 3)).toEqual({ kind: "everybody", others: ["b"] });
  });

  it("is not everybody's where a third was taken in between", () => {
    witnesses.stopped("a", request, 1);
    witnesses.judged("c", request);
    expect(witnesses.stopped("b", request, 2)).toEqual({ kind: "first" });
  });

  it("is one's own after another was taken, and then witnesses nothing", () => {
    witnesses.stopped("a", request, 1);
    witnesses.judged("b", request);
    expect(witnesses.alone()).toEqual([]);
    expect(witnesses.stopped("a", request, 5)).toEqual({ kind: "alone", sinceMs: 1, tries: 1 });
    expect(witnesses.stopped("a", request, 6)).toEqual({ kind: "alone", sinceMs: 1, tries: 2 });
    expect(witnesses.alone()).toEqual(["a"]);
    expect(witnesses.stopped("c", request, 7)).toEqual({ kind: "first" });
    expect(witnesses.unheard()).toEqual(["c"]);
  });

  it("is over for who was taken at last", () => {
    witnesses.stopped("a", request, 1);
    witnesses.judged("b", request);
    witnesses.stopped("a", request, 2);
    witnesses.judged("a", request);
    expect(witnesses.alone()).toEqual([]);
    expect(witnesses.stopped("a", request, 3)).toEqual({ kind: "first" });
  });

  it("counts no other request, neither as a witness nor as a success", () => {
    for (const other of requests.filter((one) => one !== request)) {
      const own = createWitnesses();
      own.stopped("a", request, 1);
      expect(own.stopped("b", other, 2)).toEqual({ kind: "first" });
      own.judged("c", other);
      expect(own.stopped("a", request, 3).kind).toBe("untold");
    }
  });
});

it("forgets one, and all", () => {
  witnesses.stopped("a", post, 1);
  witnesses.forget("a");
  expect(witnesses.stopped("b", post, 1)).toEqual({ kind: "first" });
  witnesses.forgetAll();
  expect(witnesses.stopped("c", post, 1)).toEqual({ kind: "first" });
});

it("never holds all for the sake of one upload, and always for two between successes", () => {
  const step = fc.record({
    id: fc.constantFrom("a", "b", "c"),
    isTaken: fc.boolean(),
    request: fc.constantFrom(...requests),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const own = createWitnesses();
      const since = new Map<UploadRequest, Set<string>>();
      for (const { id, isTaken, request } of steps) {
        if (isTaken) {
          own.judged(id, request);
          since.set(request, new Set());
          continue;
        }
        const verdict = own.stopped(id, request, 0);
        const stopped = since.get(request) ?? new Set<string>();
        if (verdict.kind !== "alone") stopped.add(id);
        since.set(request, stopped);
        const others = [...stopped].filter((one) => one !== id);
        if (verdict.kind === "everybody") expect([...verdict.others].sort()).toEqual(others.sort());
        if (verdict.kind === "first" || verdict.kind === "untold") expect(others).toEqual([]);
      }
    }),
  );
});
