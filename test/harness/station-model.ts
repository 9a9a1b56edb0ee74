import type { Configuration } from "../../electron/engine/core.ts";
import { configuration, EngineWorld, folder, instrument, md5 } from "./engine-world.ts";
import type { PortalCall, Scripted } from "./fake-portal.ts";
import { MortalEngine } from "./mortal-engine.ts";
import { blockFor, holdFor, lostAnswer, noMetadata, retryFor, wrongBytes } from "./outcomes.ts";
import { WrittenFiles } from "./written-files.ts";

const settleMs = 60_000;
const otherFolder = "/data/other";

/** How the portal behaves for a while. */
export const moods = [
  "well",
  "unreachable",
  "wrong password",
  "throttled",
  "failing",
  "losing every second answer",
  "losing requests",
  "forgetting announcements",
  "garbling",
  "refusing",
] as const;
export type Mood = (typeof moods)[number];

/** A whole station with everything that may happen to it, and an oracle. */
export class StationModel {
  readonly world = new EngineWorld();
  readonly places = [
    { name: "Radar", folder, written: new WrittenFiles(this.world, folder) },
    { name: "Other", folder: otherFolder, written: new WrittenFiles(this.world, otherFolder) },
  ] as const;
  #life: MortalEngine;
  #mood: Mood = "well";
  #calls = 0;
  readonly #configuration: Configuration;

  constructor() {
    const pattern = "**/%Y%m%d_*.dat";
    const pid = "https://hdl.handle.net/21.12132/3.ffffffffffffffff";
    this.#configuration = configuration([
      instrument({ pattern }),
      instrument({ name: "Other", folder: otherFolder, pattern, pid }),
    ]);
    this.world.files.makeFolder(otherFolder);
    this.world.portal.latencyMs = 200;
    this.world.portal.script = (call) => this.#answer(call);
    this.#life = new MortalEngine(this.world, this.#configuration);
  }

  get engine() {
    return this.#life.engine;
  }

  async start(): Promise<void> {
    await this.engine.start();
    await this.world.clock.advance(0);
  }

  /** Killed and started again. */
  async crash(isHeard: boolean): Promise<void> {
    await this.#life.die(isHeard);
    await this.#startAnew();
  }

  /** Stopped in order and started again. */
  async restart(): Promise<void> {
    const stopping = this.engine.stop();
    await this.world.clock.advance(0);
    await stopping;
    await this.#startAnew();
  }

  hint(place: 0 | 1, path: string): void {
    this.#life.watch.hint(this.places[place].folder, path);
  }

  setMood(mood: Mood): void {
    this.#mood = mood;
  }

  /** All troubles end and time passes until nothing more can happen. */
  async calmDown(): Promise<void> {
    this.#mood = "well";
    this.world.portal.whileSending = () => {};
    this.world.ledger.failWith(null);
    for (const place of this.places) this.world.files.troubleFolder(place.folder, null);
    await this.world.clock.advance(10_000);
    this.engine.resume();
    for (let i = 0; i < 2; i++) {
      await this.engine.retry({});
      this.engine.tryNow();
      await this.world.clock.advance(40 * 60_000);
    }
  }

  /** Everything that is not as promised, in words. */
  async wrongs(): Promise<readonly string[]> {
    const { portal } = this.world;
    const held = new Set(
      portal.records.all().flatMap(({ checksum, status }) => (status === "created" ? [] : checksum)),
    );
    const wrongs = portal.overlaps.map((key) => `two requests at the same time for ${key}`);
    for (const { filename, checksum } of portal.records.accepted)
      if (!this.places.some(({ written }) => written.wasFinished(filename, checksum, settleMs)))
        wrongs.push(`I3 ${filename} was accepted with bytes that never stood finished`);
    for (const { name, written } of this.places)
      for (const [path, content] of written.contents) {
        const [latest] = await this.world.ledger.versions(name, path);
        const said = `${name} ${path}: ${latest?.state} ${latest?.failure?.cause ?? ""}`;
        if (latest?.state === "blocked" && latest.failure?.cause === "record-clash") {
          if (!this.#hasNamesake(written, path)) wrongs.push(`${said}, and no other file has its name`);
        } else if (latest?.state !== "delivered") wrongs.push(`I1 ${said}`);
        else if (latest.receipt?.checksum !== md5(content)) wrongs.push(`I2 ${said} with other bytes`);
        else if (!held.has(md5(content))) wrongs.push(`I5 ${said}, and the portal does not hold it`);
      }
    const { holds } = await this.engine.status();
    wrongs.push(...holds.map(({ cause }) => `still held: ${cause}`));
    const unfinished = (await this.world.uploads()).filter(
      ({ state }) => /ing$/.test(state) && state !== "waiting",
    );
    wrongs.push(...unfinished.map(({ relPath, state }) => `${relPath} is still ${state}`));
    if (this.world.log.lines.some((line) => line.includes("a mistake of this program")))
      wrongs.push("a mistake");
    return wrongs;
  }

  #hasNamesake({ contents }: WrittenFiles, path: string): boolean {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return [...contents.keys()].some((other) => other !== path && other.endsWith(name));
  }

  /** As the ledger does when it is opened, and the opening itself. */
  async #startAnew(): Promise<void> {
    this.world.ledger.failWith(null);
    const states = ["hashing", "announcing", "sending"] as const;
    const released = { type: "released", reason: "found unfinished at start" } as const;
    await this.world.ledger.applyAll({ states }, released, this.world.clock.nowMs());
    this.#life = new MortalEngine(this.world, this.#configuration);
    await this.start();
  }

  #answer({ kind }: PortalCall): Scripted {
    this.#calls += 1;
    const isSecond = this.#calls % 2 === 0;
    switch (this.#mood) {
      case "well":
        return undefined;
      case "unreachable":
        return holdFor("unreachable");
      case "wrong password":
        return kind === "announce" || kind === "send" ? holdFor("credentials") : undefined;
      case "throttled":
        return isSecond ? holdFor("throttled", 120_000) : undefined;
      case "failing":
        return isSecond ? retryFor("portal-error") : undefined;
      case "losing every second answer":
        return isSecond && kind !== "list" && kind !== "record" ? "lose-answer" : undefined;
      case "losing requests":
        return kind === "send" || (kind === "announce" && isSecond) ? lostAnswer : undefined;
      case "forgetting announcements":
        return kind === "send" && isSecond ? noMetadata : undefined;
      case "garbling":
        return kind === "send" && isSecond ? wrongBytes : undefined;
      case "refusing":
        return kind === "announce" && isSecond ? blockFor("refused", "no") : undefined;
    }
  }
}
