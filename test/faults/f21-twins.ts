import type { RunReport } from "#engine/run-once/report.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, md5, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";
import { type OpenedFixture, openFixture } from "./open-fixture.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

interface Scene {
  readonly ground: Ground;
  readonly site: string;
  readonly random: Random;
  readonly oracle: Oracle;
}

const scenes: Readonly<Record<string, (scene: Scene) => Promise<readonly string[]>>> = {
  "same bytes under two names": sameBytes,
  "empty files": emptyFiles,
  "same name on two dates": sameName,
  "two PCs with one file": twoPcs,
};

/** Files that the portal cannot tell apart, or that it must not mix up. */
export const twins: Row = {
  id: "F21",
  fault: "twins: same bytes under two names, empty files, same name on two dates, two PCs with one file",
  promise: "as the portal treats twins; no silent skip",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const [name, play] of Object.entries(scenes))
        for (let round = 1; round <= trial.rounds(25, 2); round++)
          await trial.step(`${name}, round ${round}`, async (random) => {
            const oracle = await createOracle(ground.portal.url);
            return await play({ ground, site: siteOf(random), random, oracle });
          });
    }),
};

async function sameBytes(scene: Scene): Promise<readonly string[]> {
  const { site, random, oracle } = scene;
  return await atPlace(scene, {}, async (place, fixture) => {
    const bytes = random.bytes(random.int(1, 5000));
    const count = random.int(2, 5);
    for (let n = 1; n <= count; n++) {
      // In half of the rounds one name in several folders, which is one record of the portal.
      const name = random.next() < 0.5 ? `sub${n}/${sampleName("one")}` : sampleName(`${n}`);
      await oracle.finished(await place.write(name, bytes), { site, measurementDate: today() });
    }
    await oracle.seal(place.instrument.folder);
    const report = await fixture.pass();
    const found = [...(await oracle.check(await fixture.claims(), { postsAFile: count, putsAFile: 1 }))];
    if (sent(report) !== count) found.push(`${sent(report)} of ${count} are accounted for in the report`);
    if (report.delivered !== 1) found.push(`${report.delivered} are said to be sent; the content went once`);
    for (const { receipt, relPath } of await fixture.ledger.list({ states: ["delivered"] }, 100, null))
      if (receipt?.kind === "twin" && receipt.recordFilename === null)
        found.push(`${relPath} is called a twin and nothing says of what`);
    return found;
  });
}

async function emptyFiles(scene: Scene): Promise<readonly string[]> {
  const { site, random, oracle, ground } = scene;
  return await atPlace(scene, {}, async (place, fixture) => {
    const count = random.int(1, 4);
    for (let n = 1; n <= count; n++) await place.write(sampleName(`empty${n}`), new Uint8Array(0));
    const full = await place.write(sampleName("full"), random.bytes(100));
    await oracle.finished(full, { site, measurementDate: today() });
    await oracle.seal(place.instrument.folder);
    const report = await fixture.pass();
    const found = [...(await oracle.check(await fixture.claims()))];
    const named = report.skipped.filter(({ path, reason }) => /empty\d/.test(path) && /empty/.test(reason));
    if (named.length !== count)
      found.push(`${named.length} of ${count} empty files are named with the reason`);
    const seen = await portalProbe(ground.portal.url).requests(0);
    if (seen.some(({ checksum, path }) => checksum === md5Empty || path.endsWith(md5Empty)))
      found.push("an empty file was sent");
    return found;
  });
}

async function sameName(scene: Scene): Promise<readonly string[]> {
  const { site, random, oracle } = scene;
  const isOneContent = random.next() < 0.5;
  return await atPlace(scene, { pattern: "%Y%m%d/data.nc" }, async (place, fixture) => {
    const bytes = random.bytes(random.int(1, 5000));
    for (const [n, date] of [today(), "2024-02-29", "2019-12-31"].entries()) {
      const content = isOneContent ? bytes : Uint8Array.from([n, ...bytes]);
      const path = await place.write(`${date.replaceAll("-", "")}/data.nc`, content);
      await oracle.finished(path, { site, measurementDate: date });
    }
    await oracle.seal(place.instrument.folder);
    const report = await fixture.pass();
    const found = [...(await oracle.check(await fixture.claims(), { postsAFile: 3, putsAFile: 1 }))];
    const expected = isOneContent ? [1, 2] : [3, 0];
    if (report.delivered !== expected[0] || report.twins + report.known !== expected[1])
      found.push(
        `it reports ${report.delivered} sent and ${report.twins} twins, not ${expected.join(" and ")}`,
      );
    return found;
  });
}

async function twoPcs(scene: Scene): Promise<readonly string[]> {
  const { site, random, oracle, ground } = scene;
  return await atPlace(scene, {}, async (place, fixture) => {
    const count = random.int(1, 6);
    for (let n = 1; n <= count; n++) {
      const path = await place.write(sampleName(`${n}`), random.bytes(random.int(1, 400_000)));
      await oracle.finished(path, { site, measurementDate: today() });
    }
    await oracle.seal(place.instrument.folder);
    const { folder } = place.instrument;
    const other = await makePlace({ portalUrl: ground.portal.url, instrument: { site }, folder });
    const otherFixture = await openFixture(other, { sharedFiles: ground.files });
    try {
      // At the same time, or one after the other.
      if (random.next() < 0.5) await Promise.all([fixture.pass(), otherFixture.pass()]);
      else for (const one of [fixture, otherFixture]) await one.pass();
      const found = [...(await oracle.check(await fixture.claims()))];
      found.push(...(await oracle.check(await otherFixture.claims())).map((line) => `second PC: ${line}`));
      const taken = await portalProbe(ground.portal.url).acceptances(0);
      const byChecksum = Map.groupBy(taken, ({ checksum }) => checksum);
      for (const [checksum, times] of byChecksum)
        if (times.length > 1) found.push(`${checksum} was accepted ${times.length} times`);
      return found;
    } finally {
      await otherFixture.close();
      await other.remove();
    }
  });
}

const md5Empty = md5(new Uint8Array(0));

function sent({ delivered, known, twins: twinned }: RunReport): number {
  return delivered + known + twinned;
}

async function atPlace(
  { ground, site }: Scene,
  instrument: Partial<Place["instrument"]>,
  work: (place: Place, fixture: OpenedFixture) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const place = await makePlace({ portalUrl: ground.portal.url, instrument: { site, ...instrument } });
  const fixture = await openFixture(place, { sharedFiles: ground.files });
  try {
    return await work(place, fixture);
  } finally {
    await fixture.close();
    await place.remove();
  }
}
