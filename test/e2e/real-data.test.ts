import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { treeChanges, treeLines } from "#test/support/builders/tree-hash.ts";
import { type CliPlace, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";

/** A folder that holds `instruments/<instrument id>/` with files that real instruments wrote. */
const realData = process.env.SKYFERRY_REAL_DATA;

/** How the real files of each instrument are called, and an instrument of the portal that writes such. */
const instruments: readonly {
  readonly id: string;
  readonly site: string;
  readonly pid: string;
  readonly patterns: readonly string[];
}[] = [
  { id: "chm15k", site: "granada", pid: "3.01211540d7814299", patterns: ["00100_A%Y%m%d*_CHM*.nc"] },
  { id: "cl61d", site: "hyytiala", pid: "3.241bda142975460b", patterns: ["live_%Y%m%d_*.nc"] },
  {
    id: "halo-doppler-lidar",
    site: "granada",
    pid: "3.1d227f1b12b04efc",
    patterns: ["Background_%d%m%y-*.txt", "Stare_*_%Y%m%d_*.hpl", "VAD_*_%Y%m%d_*.hpl"],
  },
  { id: "hatpro", site: "cluj", pid: "3.028adedd35a44733", patterns: ["%y%m%d_*_zen.{brt,hkd,irt,met}"] },
  { id: "mira-35", site: "juelich", pid: "3.0366fa69504f4bd6", patterns: ["%Y%m%d_*.znc"] },
  {
    id: "parsivel",
    site: "galati",
    pid: "3.070929c5502747f6",
    patterns: ["Lindenberg_Parsivel_%Y%m%d.log", "bucharest_*_%Y%m%d*.txt"],
  },
  { id: "rpg-fmcw-94", site: "cluj", pid: "3.0b458d3945e146cc", patterns: ["BaseN_%y%m%d_*.LV1"] },
  { id: "thies-lnm", site: "leipzig-lim", pid: "3.03b269e6e784439c", patterns: ["%Y%m%d*.txt"] },
];

test.skipIf(realData === undefined)(
  "real files of real instruments arrive byte for byte, and their tree stays untouched (SKYFERRY_REAL_DATA)",
  async () => {
    const source = join(realData ?? "", "instruments");
    const portal = await openPortal();
    const place = await makeCliPlace(portal.url);
    const treeBefore = await treeLines(source);
    // The name of this one holds no date: it comes from the folder.
    const ceilometerFolder = join(place.root, "cl31", "2020", "11", "24");
    await mkdir(ceilometerFolder, { recursive: true });
    for (const name of await readdir(join(source, "cl31")))
      await copyFile(join(source, "cl31", name), join(ceilometerFolder, name));
    await place.configure({ ...place.settings, instruments: settingsFor(source, place) });

    const files = (await Promise.all([filesIn(source), filesIn(ceilometerFolder)]))
      .flat()
      .filter((path) => !path.startsWith(join(source, "cl31")));
    const { code, stderr, report } = await place.submit();
    expect({ code, stderr, ...report }).toMatchObject({
      code: 0,
      stderr: "",
      found: files.length,
      delivered: files.length,
      blocked: [],
      waiting: [],
    });
    const eye = portalProbe(portal.url);
    const sites = ["kenttarova", ...new Set(instruments.map(({ site }) => site))];
    const records = (await Promise.all(sites.map((site) => eye.rawFiles(site)))).flat();
    expect(records).toHaveLength(files.length);
    for (const path of files) {
      const record = records.find(({ filename }) => filename === basename(path));
      expect(record, path).toBeDefined();
      if (record !== undefined)
        expect((await readFile(path)).equals(await eye.download(record)), path).toBe(true);
    }
    expect((await place.submit()).report).toMatchObject({
      delivered: 0,
      deliveredBefore: files.length,
      requests: { post: 0, put: 0, get: 0 },
    });
    expect(treeChanges(treeBefore, await treeLines(source))).toEqual([]);
    await Promise.all([portal.close(), place.remove()]);
  },
);

function settingsFor(source: string, place: CliPlace): readonly object[] {
  const finish = { policy: "settle", seconds: 0 };
  const handle = (pid: string) => `https://hdl.handle.net/21.12132/${pid}`;
  const dateInFolder = {
    name: "cl31",
    site: "kenttarova",
    instrument: "cl31",
    pid: handle("3.2a7c4f8b6c1344f3"),
    folder: join(place.root, "cl31"),
    pattern: "%Y/%m/%d/*.dat",
    finish,
  };
  const others = instruments.flatMap(({ id, site, pid, patterns }) =>
    patterns.map((pattern) => ({
      name: `${id} ${pattern}`,
      site,
      instrument: id,
      pid: handle(pid),
      folder: join(source, id),
      pattern,
      finish,
    })),
  );
  return [dateInFolder, ...others];
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
