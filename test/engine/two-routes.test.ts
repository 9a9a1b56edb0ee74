import { beforeEach, describe, expect, it } from "vitest";
import { presentStatus } from "#api/present.ts";
import type { Outcome } from "#domain/outcome.ts";
import { modelPid } from "#domain/portal-records.ts";
import type { Station } from "#station/station-api.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { doubtFor } from "#test/support/builders/outcomes.ts";
import type { PortalCall } from "#test/support/fakes/fake-portal.ts";

/** The routes for files of instruments and of models, held at once and for different reasons. */

const minuteMs = 60_000;
const hourMs = 3_600_000;
const models = "/data/ecmwf";
const model = instrument({
  kind: "model",
  name: "ECMWF",
  instrument: "ecmwf",
  pid: modelPid("ecmwf"),
  folder: models,
});
const isOfModel = ({ metadata, filename }: PortalCall) =>
  metadata?.kind === "model" || filename.includes("model");

let fixture: EngineFixture;
const fails: { instrument: Outcome | null; model: Outcome | null } = { instrument: null, model: null };

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.files.makeFolder(models);
  for (let n = 0; n < 6; n++) {
    fixture.files.put(folder, `20240601_radar${n}.dat`, `radar ${n}`);
    fixture.files.put(models, `20240601_model${n}.dat`, `model ${n}`);
  }
  fixture.portal.script = (call) =>
    call.kind === "announce" ? ((isOfModel(call) ? fails.model : fails.instrument) ?? undefined) : undefined;
});

/** Lane, extent and label of all that is held. */
async function told(engine: Station) {
  const status = await engine.status();
  const nowMs = fixture.clock.nowMs();
  const { holds } = presentStatus(status, nowMs);
  return {
    holds: holds.map(({ lane, extent, cause }) => [lane, extent, cause]),
    labels: issuesOf(status, nowMs).flatMap(({ key, label }) => (key.startsWith("portal") ? [label] : [])),
  };
}

const deliveredOf = async (name: string) =>
  (await fixture.ledger.list({ instrument: name, states: ["delivered"] }, 1000, null)).length;

const ofUploads = {
  lane: "portal",
  hold: ["portal", "uploads", "portal-trouble"],
  label: /\(uploads only\)$/,
};
const ofModels = { lane: "models", hold: ["models", "models", "no-model-route"], label: /model/ };

describe("two routes that are held at once", () => {
  it.each(["instrument", "model"] as const)(
    "are both told, and that of %s files ends alone",
    async (first) => {
      fails.instrument = doubtFor("portal-trouble", "503");
      fails.model = doubtFor("not-the-portal", "404");
      const engine = await fixture.runFor(3 * minuteMs, configuration([instrument(), model]));
      expect((await told(engine)).holds).toEqual([ofUploads.hold, ofModels.hold]);
      const labels = [expect.stringMatching(ofUploads.label), expect.stringMatching(ofModels.label)];
      expect((await told(engine)).labels.toSorted()).toEqual(expect.arrayContaining(labels));
      expect([await deliveredOf("Radar"), await deliveredOf("ECMWF")]).toEqual([0, 0]);
      expect(engine.isOpen()).toBe(true);

      const sinceOf = async (lane: string) =>
        (await engine.status()).holds.find((hold) => hold.lane === lane)?.sinceMs;
      const left = first === "instrument" ? ofModels : ofUploads;
      const sinceMs = await sinceOf(left.lane);
      fails[first] = null;
      await fixture.clock.advance(2 * hourMs);
      expect((await told(engine)).holds).toEqual([left.hold]);
      expect(await sinceOf(left.lane)).toBe(sinceMs);
      expect([await deliveredOf("Radar"), await deliveredOf("ECMWF")]).toEqual(
        first === "instrument" ? [6, 0] : [0, 6],
      );
      fails[first === "instrument" ? "model" : "instrument"] = null;
      await fixture.clock.advance(26 * hourMs);
      expect(await told(engine)).toEqual({ holds: [], labels: [] });
      expect([await deliveredOf("Radar"), await deliveredOf("ECMWF")]).toEqual([6, 6]);
      await engine.stop();
    },
  );

  it("are told as everything where the lists fail, too", async () => {
    fixture.portal.script = () => doubtFor("portal-trouble", "503");
    const engine = await fixture.runFor(3 * minuteMs, configuration([instrument(), model]));
    const { holds, labels } = await told(engine);
    expect(holds).toEqual([["portal", "everything", "portal-trouble"]]);
    expect(labels).toEqual([expect.not.stringMatching(/only\)$/)]);
    await engine.stop();
  });
});
