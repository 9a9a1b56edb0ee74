import { beforeEach, describe, expect, it } from "vitest";
import { presentIssue } from "#api/present.ts";
import { modelPid } from "#domain/portal-records.ts";
import { createHolds } from "#engine/delivery/holds.ts";
import { createJudge } from "#engine/delivery/judge.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { found } from "#test/support/builders/ledger-fixtures.ts";
import { blockFor, doubtFor, holdFor, retryFor } from "#test/support/builders/outcomes.ts";
import type { PortalCall } from "#test/support/fakes/fake-portal.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const model = instrument({
  kind: "model",
  name: "ECMWF",
  instrument: "ecmwf",
  pid: modelPid("ecmwf"),
  folder: "/data/ecmwf",
});
const both = configuration([instrument(), model]);
const noPage = doubtFor("not-the-portal", "404");
const isOfModel = ({ metadata, filename }: PortalCall) =>
  metadata?.kind === "model" || filename.includes("model");

let fixture: EngineFixture;

beforeEach(() => {
  fixture = new EngineFixture();
  fixture.files.makeFolder(model.folder);
});

function put(count: number, where = folder, name = "radar"): void {
  for (let i = 0; i < count; i++) fixture.files.put(where, `20240601_${name}${i}.dat`, `${name} ${i}`);
}

async function deliveredOf(name: string): Promise<number> {
  const all = await fixture.ledger.list({ instrument: name, states: ["delivered"] }, 1000, null);
  return all.length;
}

function callsOfModels(): readonly PortalCall[] {
  return fixture.portal.log.filter((call) => call.kind === "announce" && isOfModel(call));
}

describe("a portal without a route for model files", () => {
  it.each(["404", "a web page"])(
    "%s: instruments go on, models wait 15 s, an hour, then days",
    async (said) => {
      put(14);
      put(5, model.folder, "model");
      fixture.portal.script = (call) =>
        call.kind === "announce" && isOfModel(call) ? doubtFor("not-the-portal", said) : undefined;
      const engine = await fixture.runFor(minuteMs, both);
      expect(await deliveredOf("Radar")).toBe(14);
      const status = await engine.status();
      expect(status.holds).toMatchObject([{ lane: "models", cause: "no-model-route" }]);
      expect(status.needsAttention).toBe(true);
      const told = issuesOf(status, fixture.clock.nowMs()).map((issue) => presentIssue(issue, status));
      expect(told).toMatchObject([{ key: "portal:models", kind: "needsYou", count: 5 }]);
      expect(told[0]?.message).toContain(`answers ${said} to model files`);
      expect(told[0]?.nextTryAtMs).not.toBeNull();
      put(3, folder, "later");
      await engine.rescan();
      await fixture.clock.advance(2 * minuteMs);
      expect(await deliveredOf("Radar")).toBe(17);
      const soon = callsOfModels().length;
      expect(soon).toBeLessThanOrEqual(7);
      await fixture.clock.advance(70 * minuteMs);
      expect(callsOfModels().length).toBe(soon + 1);
      await fixture.clock.advance(20 * hourMs);
      expect(callsOfModels().length).toBe(soon + 1);
      fixture.portal.script = () => undefined;
      await fixture.clock.advance(8 * hourMs);
      expect(await deliveredOf("ECMWF")).toBe(5);
      expect((await engine.status()).holds).toEqual([]);
    },
  );

  it("names one model file that alone gets it, and tries the next one at once", async () => {
    put(1, model.folder, "model");
    fixture.portal.script = (call) => (call.kind === "announce" && isOfModel(call) ? noPage : undefined);
    const engine = await fixture.runFor(30 * minuteMs, both);
    const [held] = await fixture.ledger.list({}, 10, null);
    expect(held).toMatchObject({ state: "waiting", attempts: 0, failure: { cause: "no-model-route" } });
    expect((await engine.status()).needsAttention).toBe(true);
    const before = callsOfModels().length;
    expect(before).toBeLessThanOrEqual(4);
    put(2, model.folder, "other-model");
    await engine.rescan();
    await fixture.clock.advance(1000);
    expect(callsOfModels().length).toBeGreaterThan(before);
  });
});

it("a model file that seemed to have no route is told as itself once another is taken", async () => {
  put(1, model.folder, "model-poison");
  fixture.portal.script = (call) =>
    call.kind === "announce" && call.filename.includes("poison") ? noPage : undefined;
  const engine = await fixture.runFor(10 * minuteMs, both);
  expect(await fixture.states("20240601_model-poison0.dat", "ECMWF")).toEqual(["waiting"]);
  put(2, model.folder, "model");
  await engine.rescan();
  await fixture.clock.advance(minuteMs);
  expect(await deliveredOf("ECMWF")).toBe(2);
  const [poison] = await fixture.ledger.list({ text: "poison" }, 1, null);
  expect(poison?.failure?.cause).toBe("stopped-alone");
});

describe("a route of the portal that fails while lists are given", () => {
  it.each([
    ["model", "models", "Radar", "ECMWF"],
    ["instrument", "portal", "ECMWF", "Radar"],
  ] as const)(
    "that of %s files: the other goes on, and it resumes by itself",
    async (kind, lane, other, own) => {
      put(6);
      put(6, model.folder, "model");
      fixture.portal.script = (call) =>
        call.kind === "announce" && isOfModel(call) === (kind === "model")
          ? doubtFor("portal-trouble", "503")
          : undefined;
      const engine = await fixture.runFor(2 * minuteMs, both);
      expect(await deliveredOf(other)).toBe(6);
      expect(await deliveredOf(own)).toBe(0);
      expect((await engine.status()).holds).toMatchObject([{ lane, cause: "portal-trouble" }]);
      const path = kind === "model" ? `${model.folder}/20240601_model0.dat` : `${folder}/20240601_radar0.dat`;
      const { next } = await engine.explain(path);
      expect(next?.what).toContain("Sending is on hold");
      expect(engine.isOpen()).toBe(true);
      fixture.portal.script = () => undefined;
      await fixture.clock.advance(20 * minuteMs);
      expect(await deliveredOf(own)).toBe(6);
      expect((await engine.status()).holds).toEqual([]);
    },
  );

  it("is no end of the hold of a password that was refused meanwhile: a list needs none", async () => {
    const { clock, ledger } = fixture;
    const holds = createHolds(
      clock,
      () => 0,
      () => {},
    );
    const sites = Promise.withResolvers<{ kind: "found"; value: [] }>();
    const judge = createJudge({
      clock,
      linkClock: clock,
      ledger,
      portal: { sites: () => sites.promise },
      holds,
      passwords: { before: async () => null, refused() {}, accepted() {} },
      onHold: holds.raise,
      onRead() {},
      runSafely: async (work) => {
        await work();
        return true;
      },
    });
    const uploads = await ledger.enqueue([found(1), found(2), found(3)], 0);
    const answers = [
      [doubtFor("portal-trouble", "503"), "announce model"],
      [doubtFor("portal-trouble", "503"), "announce model"],
      [holdFor("credentials"), "announce instrument"],
    ] as const;
    for (const [n, [outcome, request]] of answers.entries()) {
      const upload = uploads[n];
      if (upload === undefined || outcome.kind !== "hold") throw new Error("no upload");
      await judge.judge({ ...outcome, upload, request, isProbe: false });
    }
    sites.resolve({ kind: "found", value: [] });
    await clock.advance(1000);
    expect(holds.list()).toMatchObject([{ lane: "portal", cause: "credentials" }]);
  });

  it("holds all, lists too, where those fail as well", async () => {
    put(3);
    put(3, model.folder, "model");
    fixture.portal.script = () => doubtFor("portal-trouble", "503");
    const engine = await fixture.runFor(minuteMs, both);
    expect((await engine.status()).holds).toMatchObject([{ lane: "portal" }]);
    expect(engine.isOpen()).toBe(false);
    expect(callsOfModels().length).toBeLessThanOrEqual(3);
  });
});

it("a file at fault alone needs a person after ten tries and six hours, also across restarts", async () => {
  put(1, folder, "poison");
  fixture.portal.script = ({ kind, filename }) =>
    kind === "announce" && filename.includes("poison") ? doubtFor("portal-trouble", "502") : undefined;
  const causes = async () =>
    (await fixture.ledger.list({}, 100, null)).flatMap(({ failure }) => failure?.cause ?? []);
  for (let hour = 0; hour < 9; hour++) {
    const engine = await fixture.started();
    await fixture.clock.advance(hourMs / 2);
    put(1, folder, `good${hour}-`);
    await engine.rescan();
    await fixture.clock.advance(hourMs / 2);
    expect(await causes()).toEqual([hour < 6 ? "stopped-alone" : "stopped-long"]);
    if (hour < 8) await engine.stop();
  }
});

describe("while the portal is held", () => {
  it("a hold that no upload can end ends by a plain read", async () => {
    put(2);
    fixture.portal.script = () => holdFor("unreachable");
    const engine = await fixture.runFor(minuteMs);
    await engine.cancel({});
    expect((await engine.status()).holds).toHaveLength(1);
    await fixture.clock.advance(hourMs);
    expect((await engine.status()).holds).toHaveLength(1);
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(16 * minuteMs);
    expect((await engine.status()).holds).toEqual([]);
    expect(fixture.portal.requests().put).toBe(0);
  });

  it("that of a password does not, as lists need none", async () => {
    put(2);
    fixture.portal.script = ({ kind }) => (kind === "announce" ? holdFor("credentials") : undefined);
    const engine = await fixture.runFor(minuteMs);
    await engine.cancel({});
    await fixture.clock.advance(3 * hourMs);
    expect((await engine.status()).holds).toMatchObject([{ cause: "credentials" }]);
  });

  it("a failing probe costs no attempt", async () => {
    put(3);
    fixture.portal.script = () => holdFor("unreachable");
    const engine = await fixture.runFor(minuteMs);
    fixture.portal.script = () => retryFor("portal-error");
    await fixture.clock.advance(3 * hourMs);
    expect((await engine.status()).holds).toHaveLength(1);
    const uploads = await fixture.ledger.list({}, 10, null);
    expect(uploads.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
  });

  it("a file that is at fault alone does not lengthen the hold", async () => {
    put(1, folder, "poison");
    const isPoison = ({ filename }: PortalCall) => filename.includes("poison");
    fixture.portal.script = (call) =>
      call.kind === "announce" && isPoison(call) ? doubtFor("portal-trouble", "502") : undefined;
    const engine = await fixture.started();
    for (let i = 0; i < 4; i++) {
      put(1, folder, `good${i}-`);
      await engine.rescan();
      await fixture.clock.advance(10 * minuteMs);
    }
    expect(await fixture.states("20240601_poison0.dat")).toEqual(["waiting"]);
    let isAway = true;
    fixture.portal.script = (call) => {
      if (isAway) return holdFor("unreachable");
      return call.kind === "announce" && isPoison(call) ? doubtFor("portal-trouble", "502") : undefined;
    };
    put(1, folder, "last");
    await engine.rescan();
    await fixture.clock.advance(minuteMs);
    await engine.cancel({ text: "last" });
    isAway = false;
    await fixture.clock.advance(16 * minuteMs);
    expect((await engine.status()).holds).toEqual([]);
  });
});

describe("a refusal for want of permission", () => {
  const isAnnouncement = ({ kind }: PortalCall) => kind === "announce";
  const announced = () => fixture.portal.log.filter(isAnnouncement).length;
  const refusal = blockFor("no-permission", "Missing permission");

  /** A station that has delivered; `refuses` says which announcements are refused from now on. */
  async function proven(refuses: (call: PortalCall) => boolean) {
    put(2);
    const engine = await fixture.runFor(minuteMs);
    expect(await deliveredOf("Radar")).toBe(2);
    fixture.portal.script = (call) => (isAnnouncement(call) && refuses(call) ? refusal : undefined);
    return engine;
  }

  it("that is a stray one costs its file seconds, and calls nobody", async () => {
    let isFirst = true;
    const engine = await proven(() => {
      const is = isFirst;
      isFirst = false;
      return is;
    });
    put(5, folder, "later");
    await engine.rescan();
    await fixture.clock.advance(500);
    expect(await deliveredOf("Radar")).toBe(6);
    const status = await engine.status();
    expect(status.needsAttention).toBe(false);
    expect(status.causes).toMatchObject([{ cause: "stopped-alone", count: 1 }]);
    await fixture.clock.advance(2 * minuteMs);
    expect(await deliveredOf("Radar")).toBe(7);
  });

  it("of one file again and again is its own, and is asked for twice", async () => {
    const engine = await proven(({ filename }) => filename.includes("poison"));
    put(1, folder, "poison");
    put(20, folder, "later");
    await engine.rescan();
    await fixture.clock.advance(10 * minuteMs);
    expect(await deliveredOf("Radar")).toBe(22);
    expect(await fixture.states("20240601_poison0.dat")).toEqual(["blocked"]);
    const { causes } = await engine.status();
    expect(causes).toMatchObject([
      { message: expect.stringMatching(/poison0.*takes other files of the site/) },
    ]);
    const before = announced();
    put(20, folder, "last");
    await engine.rescan();
    await fixture.clock.advance(hourMs);
    expect(announced()).toBe(before + 20);
  });

  it("of two files is the site's; an hour later one more asks, and lets all in", async () => {
    const engine = await proven(() => true);
    put(30, folder, "later");
    await engine.rescan();
    await fixture.clock.advance(10 * minuteMs);
    expect((await engine.status()).causes).toMatchObject([{ cause: "no-permission", count: 30 }]);
    const before = announced();
    expect(before).toBeLessThanOrEqual(2 + 5);
    put(3, folder, "soon");
    await engine.rescan();
    await fixture.clock.advance(minuteMs);
    expect(announced()).toBe(before);
    await fixture.clock.advance(hourMs);
    put(3, folder, "refused");
    await engine.rescan();
    await fixture.clock.advance(minuteMs);
    expect(announced()).toBe(before + 1);
    fixture.portal.script = () => undefined;
    await fixture.clock.advance(hourMs);
    put(1, folder, "taken");
    await engine.rescan();
    await fixture.clock.advance(minuteMs);
    expect(await deliveredOf("Radar")).toBe(39);
  });
});
