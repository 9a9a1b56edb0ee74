import { afterEach, beforeEach, expect, it } from "vitest";
import { md5 } from "../harness/engine-world.ts";
import { StationModel } from "../harness/station-model.ts";

/** The portal keeps one content a record: what another file or version replaces has left it. */

let station: StationModel;
const minuteMs = 60_000;
const other = 1;

beforeEach(async () => {
  station = new StationModel();
  await station.start();
});
afterEach(() => station.stop());

async function bring(name: string, content: string): Promise<void> {
  station.places[other].written.renameInto(name, content);
  station.hint(other, name);
  await station.world.clock.advance(2 * minuteMs);
}

/** What the portal accepted last under a file name. */
function held(filename: string): string | undefined {
  return station.world.portal.records.accepted.findLast((one) => one.filename === filename)?.checksum;
}

it("bytes that were there before, under the same name, are sent again although a listing of minutes ago shows them", async () => {
  await bring("20240530_c.dat", "content A");
  await station.world.clock.advance(15 * minuteMs);
  await bring("20240530_e.dat", "asks for the list");
  await bring("20240530_c.dat", "content B, longer");
  await bring("20240530_c.dat", "content A");
  expect(held("20240530_c.dat")).toBe(md5("content A"));
});

it("a file that takes the record of another waits for whom the portal tells that those bytes are there", async () => {
  const { written } = station.places[other];
  written.renameInto("20240601_a.dat", "the first bytes");
  station.hint(other, "20240601_a.dat");
  await station.world.clock.advance(0);
  written.rename("20240601_a.dat", "20240601_b.dat");
  written.renameInto("sub/20240601_a.dat", "other bytes");
  await station.leaveAlone();
  expect(held("20240601_a.dat")).toBe(md5("other bytes"));
  expect(held("20240601_b.dat")).toBe(md5("the first bytes"));
});
