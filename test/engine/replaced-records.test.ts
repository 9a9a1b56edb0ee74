import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StationModel } from "#test/model/station-model.ts";
import {
  configuration,
  EngineFixture,
  folder,
  instrument,
  md5,
} from "#test/support/builders/engine-fixture.ts";
import { holdFor } from "#test/support/builders/outcomes.ts";

/** The portal keeps one content a record: what another file or version replaces has left it. */

let station: StationModel;
const minuteMs = 60_000;
const other = 1;

beforeEach(async () => {
  station = new StationModel(false);
  await station.start();
});
afterEach(() => station.stop());

async function bring(name: string, content: string): Promise<void> {
  station.places[other].written.renameInto(name, content);
  station.hint(other, name);
  await station.fixture.clock.advance(2 * minuteMs);
}

/** Gives the checksum that the portal accepted last under a file name. */
function held(filename: string): string | undefined {
  return station.fixture.portal.records.accepted.findLast((one) => one.filename === filename)?.checksum;
}

it("bytes that were there before, under the same name, are sent again although a listing of minutes ago shows them", async () => {
  await bring("20240530_c.dat", "content A");
  await station.fixture.clock.advance(15 * minuteMs);
  await bring("20240530_e.dat", "asks for the list");
  await bring("20240530_c.dat", "content B, longer");
  await bring("20240530_c.dat", "content A");
  expect(held("20240530_c.dat")).toBe(md5("content A"));
});

it("a file that takes the record of another waits for whom the portal tells that those bytes are there", async () => {
  const { written } = station.places[other];
  written.renameInto("20240601_a.dat", "the first bytes");
  station.hint(other, "20240601_a.dat");
  await station.fixture.clock.advance(0);
  written.rename("20240601_a.dat", "20240601_b.dat");
  written.renameInto("sub/20240601_a.dat", "other bytes");
  await station.leaveAlone();
  expect(held("20240601_a.dat")).toBe(md5("other bytes"));
  expect(held("20240601_b.dat")).toBe(md5("the first bytes"));
});

describe("a file that is put back as it was, with its time", () => {
  const name = "20240601_a.dat";
  const fixture = () => new EngineFixture();
  const put = ({ files }: EngineFixture, content: string, at: number) =>
    files.replace(folder, name, content, Date.UTC(2024, 4, 1) * 1000 + at);

  it("is sent again where another content was delivered meanwhile", async () => {
    const one = fixture();
    put(one, "content A", 1);
    await one.runFor(15 * minuteMs);
    put(one, "content B", 2);
    await one.clock.advance(15 * minuteMs);
    expect(one.portal.received(name)).toBe(md5("content B"));
    put(one, "content A", 1);
    await one.clock.advance(15 * minuteMs);
    expect(one.portal.received(name)).toBe(md5("content A"));
    expect(await one.states(name)).toEqual(["delivered", "delivered", "superseded"]);
  });

  it("is sent again where another content was announced meanwhile: the portal has lost its bytes", async () => {
    const one = fixture();
    put(one, "content A", 1);
    await one.runFor(15 * minuteMs);
    put(one, "content B", 2);
    one.portal.script = ({ kind }) => {
      if (kind !== "send") return undefined;
      put(one, "content A", 1);
      return holdFor("portal-trouble");
    };
    await one.clock.advance(15 * minuteMs);
    expect(one.portal.received(name)).toBe(null);
    one.portal.script = () => undefined;
    await one.clock.advance(30 * minuteMs);
    expect(one.portal.received(name)).toBe(md5("content A"));
  });
});

it("a file that comes back after another took its record is told, not called delivered", async () => {
  const fixture = new EngineFixture();
  const engine = await fixture.started(configuration([instrument({ pattern: "**/%Y%m%d_*.dat" })]));
  fixture.files.put(folder, "x/20240601_a.dat", "content A", 1);
  await fixture.clock.advance(15 * minuteMs);
  fixture.files.remove(folder, "x/20240601_a.dat");
  fixture.files.put(folder, "y/20240601_a.dat", "content B", 2);
  await fixture.clock.advance(15 * minuteMs);
  expect(fixture.portal.received("20240601_a.dat")).toBe(md5("content B"));
  fixture.files.put(folder, "x/20240601_a.dat", "content A", 1);
  await fixture.clock.advance(15 * minuteMs);
  expect((await engine.status()).causes).toMatchObject([{ cause: "record-clash", count: 1 }]);
  expect(fixture.portal.received("20240601_a.dat")).toBe(md5("content B"));
});
