import type { Metadata } from "#domain/portal-records.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName } from "#test/support/builders/station-place.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";
import { openFixture } from "./open-fixture.ts";
import { announce, announceAndSend, type Ground, openPlace, rescanAll, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

/** Acts of another PC on the portal in a moment of ours. */
interface OtherPc {
  /** Other bytes under this file's record: announced, or sent as well. */
  replace(isSent: boolean): Promise<void>;
  /** The same bytes under a name of its own: takes an announcement away, and sends them where wanted. */
  rename(isSent: boolean): Promise<void>;
  /** True for the checksum of our file. */
  isOf(checksum: string): boolean;
}

interface Scene {
  readonly other: OtherPc;
  /** True for requests about our file. */
  readonly isOurs: (metadata: Metadata) => boolean;
  /** Sends our bytes under our name before we do. */
  readonly received: () => Promise<void>;
}

/** Puts the other PC between two of our requests. Gives what sits between engine and portal. */
type Script = (scene: Scene) => Promise<(real: Portal) => Partial<Portal>>;

/** The other PC acts once, when our file was announced and before we hear of it. */
const onAnnounced =
  (act: (other: OtherPc) => Promise<void>): Script =>
  async ({ other, isOurs }) =>
  (real) => {
    let hasActed = false;
    return {
      async announce(metadata, signal) {
        const outcome = await real.announce(metadata, signal);
        if (hasActed || !isOurs(metadata)) return outcome;
        hasActed = true;
        await act(other);
        return outcome;
      },
    };
  };

const scripts: Readonly<Record<string, Script>> = {
  "replaces what an earlier list showed": async ({ received, other }) => {
    await received();
    return (real) => {
      let lists = 0;
      return {
        async rawFiles(...asked) {
          const given = await real.rawFiles(...asked);
          if (++lists === 1) await other.replace(true);
          return given;
        },
      };
    };
  },
  "announces our record again before our content": onAnnounced((other) => other.replace(false)),
  "replaces our record before our content": onAnnounced((other) => other.replace(true)),
  "takes our announcement away": onAnnounced((other) => other.rename(false)),
  "takes our announcement away and sends first": onAnnounced((other) => other.rename(true)),
  "replaces our record between a 409 and the look-up": async (scene) => {
    await scene.received();
    const between = await onAnnounced((other) => other.replace(true))(scene);
    // Asking first shows nothing, so that it is announced.
    return (real) => ({ ...between(real), rawFiles: async () => ({ kind: "found", value: [] }) });
  },
  "replaces our record before a lost answer is looked up":
    async ({ other }) =>
    (real) => {
      let hasActed = false;
      return {
        async send(checksum, body, ...rest) {
          const given = await real.send(checksum, body, ...rest);
          if (hasActed || !other.isOf(checksum)) return given;
          hasActed = true;
          await other.replace(true);
          const message = "The connection was lost.";
          return { kind: "unknown", failure: { cause: "link-broken", message, portalMessage: null } };
        },
      };
    },
};

/** Another PC works on the same records. */
export const anotherPcRow: Row = {
  id: "F29",
  fault: "another PC announces, replaces, removes between our look and our word",
  promise: 'no false "delivered", no fight over a record',
  run: (trial) =>
    withPortal(async (ground) => {
      for (const [name, script] of Object.entries(scripts))
        for (let round = 1; round <= trial.rounds(8, 2); round++)
          await trial.step(`${name}, round ${round}`, (random) => meet(ground, script, random));
    }),
};

const minuteMs = 60_000;
/** POSTs for the bytes of one file: the portal is asked again, but nobody is outbid forever. */
const mostPosts = 4;

async function meet(ground: Ground, script: Script, random: Random): Promise<readonly string[]> {
  const { portal, files } = ground;
  await using place = await openPlace(ground, random);
  const { oracle, site } = place;
  // The day is over, so that the portal is asked first.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const identity = { site, measurementDate: yesterday };
  const name = sampleName("ours", yesterday);
  const bytes = random.bytes(random.pick([random.int(1, 3000), random.int(300_000, 700_000)]));
  const theirs = random.bytes(random.int(1, 3000));
  const { instrument, pid, tags } = place.instrument;
  const record = { ...identity, instrument, pid, tags };
  let acts = 0;
  const act = async (filename: string, content: Uint8Array, isSent: boolean): Promise<void> => {
    acts += 1;
    const metadata = { ...record, filename, checksum: md5(content) };
    if (isSent) await announceAndSend(portal, metadata, content);
    else await announce(portal, metadata);
    const path = place.path(filename === name ? `theirs/${name}` : filename);
    oracle.stood(path, identity, content);
    oracle.keptBack(path, "it is another PC's");
  };
  const other: OtherPc = {
    replace: (isSent) => act(name, theirs, isSent),
    rename: (isSent) => act(sampleName("theirs", yesterday), bytes, isSent),
    isOf: (checksum) => checksum === md5(bytes),
  };
  const received = () => announceAndSend(portal, { ...record, filename: name, checksum: md5(bytes) }, bytes);
  const between = await script({ other, received, isOurs: ({ filename }) => filename === name });
  const clock = new WarpClock({ random });
  await using fixture = await openFixture(place, {
    sharedFiles: files,
    clock,
    portal: (real) => ({ ...real, ...between(real) }),
  });
  await using pipeline = fixture.pipeline();
  // Tried before ours, so that its day was listed when ours is tried.
  await oracle.finished(await place.write(sampleName("first", yesterday), random.bytes(50)), identity);
  await rescanAll(pipeline);
  const seen = portal.requests().at(-1)?.seq ?? 0;
  await oracle.finished(await place.write(name, bytes), identity);
  await oracle.seal(place.instrument.folder);
  await rescanAll(pipeline);
  for (let n = 0; n < 6; n++) {
    clock.skip(20 * minuteMs);
    await pipeline.scheduler.idle();
  }
  const found = [...(await oracle.check(await fixture.claims()))];
  if (acts === 0) found.push("the other PC never came");
  const [ours] = await fixture.ledger.versions("Ceilometer", name);
  const records = await portalProbe(portal.url).rawFiles(site);
  const held = records.find(({ checksum, status }) => checksum === md5(bytes) && status !== "created");
  if (ours?.state === "delivered" && held === undefined)
    found.push("it is called delivered and is not there");
  // The portal's answer to a new content says no more than that it has it.
  const isOnItsWord = ours?.receipt?.kind === "stored" && ours.receipt.recordUuid === null;
  const word = ours?.receipt?.recordFilename ?? name;
  if (held !== undefined && word !== held.filename && !isOnItsWord)
    found.push(`the receipt says ${ours?.receipt?.kind} ${word}, and the portal has ${held.filename}`);
  const posts = portal
    .requests(seen)
    .filter(({ method, checksum }) => method === "POST" && checksum === md5(bytes));
  if (posts.length > mostPosts) found.push(`${posts.length} announcements of one file`);
  return found;
}
