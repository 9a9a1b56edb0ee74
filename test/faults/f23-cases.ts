import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openKeychain } from "#adapters/secrets/keychain.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import type { Place } from "#test/support/builders/station-place.ts";
import type { FakeKeychain, KeychainScript } from "./fake-keychain.ts";
import type { WholeStation, WholeStationOptions } from "./station-in-process.ts";

/** Parts that a case plays with. */
export interface Keys {
  readonly place: Place;
  readonly keychain: FakeKeychain;
  readonly random: Random;
  /** The password that the portal takes now. */
  readonly right: string;
  /** From now on the portal takes this one only. */
  serve(password: string): void;
  /** A password that was never used. */
  another(): string;
}

export interface BegunCase {
  readonly options: Partial<WholeStationOptions>;
  /** Files are delivered before the fault. */
  readonly isProven: boolean;
  /** A password is known, so the portal is asked. */
  readonly isAsked: boolean;
  /** The program hears of the repair, and needs no probe to find it. */
  readonly isTold: boolean;
  /** Files that may hold the password. */
  readonly mayHold: readonly string[];
  strike(station: WholeStation): Promise<void>;
  /** Sets it right; what is not as promised in doing so. */
  fix(station: WholeStation): Promise<readonly string[]>;
}

export interface CredentialCase {
  readonly name: string;
  begin(keys: Keys): Promise<BegunCase>;
}

const quarterHourMs = 900_000;
const nothing = { options: {}, mayHold: [], strike: async () => {} };

async function keep({ place, keychain }: Keys, password: string): Promise<void> {
  const { username, url } = place.settings.portal;
  const { dataFolder } = place;
  const secrets = openKeychain({
    dataFolder,
    env: {},
    passwordFile: null,
    ask: keychain.ask,
    onWarning() {},
  });
  await secrets.keep(username, url, password);
}

async function enter(station: WholeStation, password: string): Promise<readonly string[]> {
  const { isKept, password: state } = await station.ask("settings.setPassword", { password });
  return isKept ? [] : [`the password is not kept: ${state.message}`];
}

/** The password that was read is asked for again after a while. */
const forgets = (station: WholeStation): void => station.clock.skip(quarterHourMs);

export const credentialCases: readonly CredentialCase[] = [
  {
    name: "wrong from the start",
    async begin(keys) {
      await keep(keys, keys.another());
      const fix = (station: WholeStation) => enter(station, keys.right);
      return { ...nothing, isProven: false, isAsked: true, isTold: true, fix };
    },
  },
  {
    name: "changed on the portal in mid-queue",
    async begin(keys) {
      await keep(keys, keys.right);
      const next = keys.another();
      return {
        ...nothing,
        isProven: true,
        isAsked: true,
        isTold: true,
        strike: async () => keys.serve(next),
        fix: (station) => enter(station, next),
      };
    },
  },
  {
    name: "mistyped by the operator in mid-queue",
    async begin(keys) {
      await keep(keys, keys.right);
      return {
        ...nothing,
        isProven: true,
        isAsked: true,
        isTold: true,
        strike: async (station) => void (await enter(station, keys.another())),
        fix: (station) => enter(station, keys.right),
      };
    },
  },
  {
    name: "keychain locked",
    async begin(keys) {
      await keep(keys, keys.right);
      const isProven = keys.random.next() < 0.5;
      const script = keys.random.pick<KeychainScript>(["locked", "hung"]);
      if (!isProven) keys.keychain.script = script;
      return {
        ...nothing,
        isProven,
        isAsked: false,
        isTold: false,
        async strike(station) {
          keys.keychain.script = script;
          forgets(station);
        },
        async fix() {
          keys.keychain.script = "open";
          return [];
        },
      };
    },
  },
  {
    name: "keychain gone",
    async begin(keys) {
      // A kept one that went with its keychain, or a computer that never had one.
      const isProven = keys.random.next() < 0.5;
      if (isProven) await keep(keys, keys.right);
      else keys.keychain.script = "gone";
      const file = join(keys.place.dataFolder, "credentials.json");
      return {
        ...nothing,
        isProven,
        isAsked: false,
        isTold: true,
        mayHold: [file],
        async strike(station) {
          keys.keychain.script = "gone";
          forgets(station);
        },
        async fix(station) {
          const found = [...(await enter(station, keys.right))];
          const mode = (await stat(file)).mode & 0o777;
          if (mode !== 0o600) found.push(`others can read ${file}: mode ${mode.toString(8)}`);
          return found;
        },
      };
    },
  },
  {
    name: "password file removed",
    async begin(keys) {
      const file = join(keys.place.root, "password");
      const write = (password: string) => writeFile(file, `${password}\n`, { mode: 0o600 });
      await write(keys.right);
      return {
        options: { passwordFile: file },
        isProven: true,
        isAsked: false,
        isTold: true,
        mayHold: [file],
        async strike(station) {
          await rm(file);
          forgets(station);
        },
        async fix() {
          await write(keys.right);
          return [];
        },
      };
    },
  },
];
