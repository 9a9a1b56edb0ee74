import { describe, expect, it } from "vitest";
import type { Transport } from "#contract/transport.ts";
import { type OriginLists, rawsByInstrument, traceOrigin } from "#renderer/screens/portal/details/origin.ts";
import { filesDelivered } from "#renderer/screens/portal/details/use-own-files.ts";

type Sources = Readonly<Record<string, readonly string[]>>;

/** Products with their sources, and what else the day has. */
function lists(sources: Sources, raws: readonly string[] = [], models: readonly string[] = []): OriginLists {
  const products = Object.keys(sources).map((uuid) => ({ uuid }));
  return {
    products,
    models: models.map((uuid) => ({ uuid })),
    raws: raws.map((uuid) => ({ uuid, filename: `${uuid}.raw` })),
    wholeOf: async (uuid: string) => (uuid === "gone" ? null : { uuid, sourceFileIds: sources[uuid] ?? [] }),
  } as never;
}

const trace = async (
  uuid: string,
  sources: Sources,
  raws: readonly string[] = [],
  models: readonly string[] = [],
) => {
  const origin = await traceOrigin(
    { uuid, sourceFileIds: [...(sources[uuid] ?? [])] },
    lists(sources, raws, models),
  );
  return {
    raws: origin.raws.map((one) => one.uuid),
    steps: origin.steps.map((step) => step.map(({ file }) => file.uuid)),
    unlisted: origin.unlisted,
  };
};

describe("where a product came from", () => {
  it("is followed back to raw files, step by step, each file once", async () => {
    const sources = {
      cloud: ["mix"],
      mix: ["radar", "lidar", "model"],
      radar: ["r2", "r1"],
      lidar: ["l1", "r1"],
    };
    expect(await trace("cloud", sources, ["r1", "r2", "l1"], ["model"])).toEqual({
      raws: ["l1", "r1", "r2"],
      steps: [["radar", "lidar", "model"], ["mix"]],
      unlisted: [],
    });
  });

  it("names what this day does not list, and goes on where a file cannot be had", async () => {
    const sources = { cloud: ["gone", "other day", "lidar"], gone: ["r1"], lidar: ["l1"] };
    expect(await trace("cloud", sources, ["r1", "l1"])).toEqual({
      raws: ["l1"],
      steps: [["gone", "lidar"]],
      unlisted: ["other day"],
    });
  });

  it("ends where the portal's sources go round in a circle", async () => {
    expect(await trace("one", { one: ["two"], two: ["one", "two"] })).toEqual({
      raws: [],
      steps: [["two"]],
      unlisted: [],
    });
  });

  it("groups raw files by their instruments", () => {
    const raw = (instrumentPid: string | null, name: string) =>
      ({ instrumentPid, instrumentId: "kind", instrumentType: null, instrumentRecord: { name } }) as never;
    const groups = rawsByInstrument([raw("b", "Radar"), raw("a", "Lidar"), raw("b", "Radar")]);
    expect(groups.map(({ name, pid, files }) => [name, pid, files.length])).toEqual([
      ["Lidar", "a", 1],
      ["Radar", "b", 2],
    ]);
  });
});

describe("what this station delivered", () => {
  const instruments = [
    { name: "Radar", kind: "instrument", site: "hyytiala", instrument: "radar" },
    { name: "Elsewhere", kind: "instrument", site: "juelich", instrument: "radar" },
    { name: "Lidar", kind: "instrument", site: "hyytiala", instrument: "lidar" },
    { name: "Model", kind: "model", site: "hyytiala", instrument: "radar" },
  ];
  const files = [
    { uploadId: "u1", state: "delivered" },
    { uploadId: "u2", state: "waiting" },
    { uploadId: null, state: null },
  ];
  const upload = (id: string, receipt: object | null) => ({ id, path: `${id}.dat`, receipt });

  it("is what receipts name by uuid or MD5; instruments of other sites and kinds are not asked", async () => {
    const asked: unknown[] = [];
    const answers: Readonly<Record<string, unknown>> = {
      status: { instruments },
      "coverage.day": { files },
      queue: {
        uploads: [
          upload("u1", { checksum: "md5", recordUuid: "record" }),
          upload("u3", { checksum: "other", recordUuid: null }),
          upload("u4", null),
        ],
      },
    };
    const call = async (method: string, input: unknown) => {
      asked.push([method, input]);
      return { ok: true, value: answers[method] };
    };
    const found = await filesDelivered({ call } as unknown as Transport, "hyytiala", "2026-11-22", ["radar"]);
    expect([...found]).toEqual([
      ["md5", { uploadId: "u1", instrument: "Radar", path: "u1.dat" }],
      ["record", { uploadId: "u1", instrument: "Radar", path: "u1.dat" }],
      ["other", { uploadId: "u3", instrument: "Radar", path: "u3.dat" }],
    ]);
    expect(asked).toEqual([
      ["status", {}],
      ["coverage.day", { instrument: "Radar", date: "2026-11-22" }],
      ["queue", { filter: { ids: ["u1"] }, limit: 500 }],
    ]);
  });
});
