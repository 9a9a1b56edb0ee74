import { mkdir, utimes, writeFile } from "node:fs/promises";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { openFixture } from "./open-fixture.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

interface HostileName {
  readonly what: string;
  /** Relative to the instrument's folder; bytes where no text can say it. */
  readonly relPath: string | Uint8Array;
  /** Sent under its own name; or blocked or left alone, by name and with a reason that says this. */
  readonly expected: "sent" | RegExp;
}

/** Date of all names of a run, which may go on past midnight. */
const date = today();
const beginning = sampleName("", date).replace(/\.nc$/, "");
const named = (rest: string): string => `${beginning}${rest}`;
const notText = Buffer.concat([Buffer.from(beginning), Buffer.from([0x4d, 0xfc, 0xff]), Buffer.from(".nc")]);
const forbidden = /the portal accepts only letters, digits/;

const hostileNames: readonly HostileName[] = [
  { what: "255 bytes", relPath: named(`${"a".repeat(255 - beginning.length - 3)}.nc`), expected: "sent" },
  {
    what: "a path of 300 characters",
    relPath: `${Array.from({ length: 6 }, (_, n) => `${n}${"d".repeat(45)}`).join("/")}/${named("deep.nc")}`,
    expected: "sent",
  },
  { what: "emoji", relPath: named("🌧️.nc"), expected: forbidden },
  { what: "emoji in a folder", relPath: `🌧️ radar/${named("emoji-folder.nc")}`, expected: "sent" },
  { what: "é, composed", relPath: named("caf\u00e9.nc"), expected: forbidden },
  { what: "é, decomposed", relPath: named("cafe\u0301.nc"), expected: forbidden },
  { what: "upper case", relPath: named("CASE.nc"), expected: "sent" },
  { what: "lower case", relPath: named("case.nc"), expected: "sent" },
  { what: "a dot at the end", relPath: named("dot.nc."), expected: /must not end in/ },
  { what: "a percent sign", relPath: named("100%25.nc"), expected: forbidden },
  { what: "a percent sign in a folder", relPath: `100%2F/${named("percent-folder.nc")}`, expected: "sent" },
  { what: "a hash", relPath: named("a#b?c=d.nc"), expected: forbidden },
  { what: "a newline", relPath: named("line\nbreak.nc"), expected: forbidden },
  { what: "a newline in a folder", relPath: `line\nbreak/${named("newline-folder.nc")}`, expected: "sent" },
  { what: "a space", relPath: named("with space.nc"), expected: forbidden },
  { what: "a backslash and quotes", relPath: named(`\\"'.nc`), expected: forbidden },
  { what: "bytes that are no UTF-8", relPath: notText, expected: /UTF-8|text/i },
];

/** Names that file systems allow and somebody stumbles over: the portal, the uploader, or a person. */
export const hostileNamesRow: Row = {
  id: "F20",
  fault:
    "hostile names: 255 bytes, 300-character path, emoji, NFC/NFD twins, case twins, trailing dot, %, #, newline, no UTF-8",
  promise: "sent right, or blocked by name with the reason",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const name of hostileNames)
        await trial.step(name.what, (random) => meetNames(ground, [name], random));
      for (let round = 1; round <= trial.rounds(5, 1); round++)
        await trial.step(`all of them, round ${round}`, (random) =>
          meetNames(ground, random.shuffled(hostileNames), random),
        );
    }),
};

async function meetNames(
  { portal, files: sharedFiles }: Ground,
  names: readonly HostileName[],
  random: Random,
): Promise<readonly string[]> {
  const site = siteOf(random);
  const instrument = { site, pattern: "**/live_%Y%m%d_*" };
  const place = await makePlace({ portalUrl: portal.url, instrument });
  const oracle = await createOracle(portal.url);
  try {
    for (const name of names) await writeHostile(place, oracle, name, random);
    await oracle.seal(place.instrument.folder);
    const fixture = await openFixture(place, { sharedFiles });
    const report = await fixture.pass();
    const claims = await fixture.claims();
    const said = [
      ...report.blocked.map(({ path, message }) => ({ path, reason: message })),
      ...report.skipped,
      ...report.waiting,
    ];
    await fixture.close();
    const found: string[] = [];
    const blocked = names.filter(({ expected }) => expected !== "sent");
    for (const { what, relPath, expected } of blocked)
      if (
        expected !== "sent" &&
        !said.some((line) => isAbout(line.path, relPath) && expected.test(line.reason))
      )
        found.push(`${what}: not named with the reason; it said ${JSON.stringify(said)}`);
    const inLedger = blocked.filter(({ relPath }) => typeof relPath === "string").length;
    const allowance = { unfinished: inLedger, needsYou: inLedger > 0, postsAFile: 1, putsAFile: 1 };
    return [...found, ...(await oracle.check(claims, allowance))];
  } finally {
    await place.remove();
  }
}

async function writeHostile(
  place: Place,
  oracle: Oracle,
  { relPath, expected }: HostileName,
  random: Random,
): Promise<void> {
  const bytes = random.bytes(random.int(1, 3000));
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  const path =
    typeof relPath === "string"
      ? place.path(relPath)
      : Buffer.concat([Buffer.from(`${place.instrument.folder}/`), relPath]);
  if (typeof path === "string") await mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await writeFile(path, bytes);
  await utimes(path, hourAgo, hourAgo);
  if (expected === "sent" && typeof path === "string")
    oracle.stood(path, { site: place.instrument.site, measurementDate: date }, bytes);
}

/** A reader must be able to find the file by what was said of it. */
function isAbout(said: string, relPath: string | Uint8Array): boolean {
  if (typeof relPath === "string") return said.endsWith(relPath);
  return said.includes(beginning) && !said.includes("�.nc");
}
