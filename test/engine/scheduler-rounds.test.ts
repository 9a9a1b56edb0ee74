import { expect, it } from "vitest";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { doubtFor } from "#test/support/builders/outcomes.ts";

/** Probes take turns over the instruments, so that many bad files of one keep no other waiting. */

const hourMs = 3_600_000;
const lidar = "/data/lidar";
const two = [instrument(), instrument({ name: "Lidar", folder: lidar, tags: ["co"], site: "elsewhere" })];

it("a queue that begins with many files that the portal always rejects lets another instrument's file be tried", async () => {
  const fixture = new EngineFixture();
  fixture.files.makeFolder(lidar);
  for (let n = 0; n < 40; n += 1)
    fixture.files.put(folder, `20240601_${String(n).padStart(2, "0")}.dat`, `bad ${n}`);
  fixture.files.put(lidar, "20240401_good.dat", "good");
  fixture.portal.script = (call) =>
    call.kind === "announce" && !call.filename.includes("good")
      ? doubtFor("not-the-portal", "302")
      : undefined;
  await fixture.runFor(3 * hourMs, configuration(two));
  expect(await fixture.states("20240401_good.dat", "Lidar")).toEqual(["delivered"]);
});
