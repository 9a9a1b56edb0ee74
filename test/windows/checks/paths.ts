import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import type { Check } from "#test/windows/check.ts";
import { liveName, must, until, WindowsStation } from "#test/windows/station.ts";

/** `explain` knows the file by each of these spellings, and as delivered. */
async function isKnownBy(station: WindowsStation, spellings: readonly string[]): Promise<void> {
  for (const spelled of spellings) {
    const { code, stdout, stderr } = await station.run("explain", [spelled]);
    must(code === 0 && stdout.includes("It is on the portal"), `explain ${spelled}: ${stdout}${stderr}`);
  }
}

const drives: Check = {
  name: "drives",
  promise: "other drives, either slash, either case; a folder without a drive is refused by name",
  run: (windows) =>
    WindowsStation.using(windows, "drives", async (station) => {
      const d = windows.addDrive("d");
      const e = windows.addDrive("e");
      for (const drive of [d, e]) rmSync(path.join(drive, "Data"), { recursive: true, force: true });
      const [below, atTop] = [liveName("below"), liveName("top")];
      station.write(below, "below", path.join(d, "Data", "Radar"));
      station.write(`Data/${atTop}`, "at the top", e);
      station.configure(
        station.instrument("d:/data/RADAR", { name: "Below" }),
        station.instrument("E:\\", { name: "Top" }),
        station.instrument("\\Data", { name: "Nowhere" }),
      );
      const daemon = await station.start();
      await station.hasArrived([below, atTop]);
      await isKnownBy(station, [
        `D:\\Data\\Radar\\${below}`,
        `d:/DATA/radar/${below}`,
        `E:\\Data\\${atTop}`,
        `e:/data/${atTop}`,
      ]);
      const { stderr } = daemon.said();
      must(
        /instruments\[2\]\.folder.*write "[A-Z]:\\Data"/.test(stderr),
        `not told of the missing drive: ${stderr}`,
      );
      return `2 delivered from D: and E:\\, known by 4 spellings; told: ${stderr.trim()}`;
    }),
};

const letterCase: Check = {
  name: "case",
  promise: "names that differ in case only are one name",
  run: (windows) =>
    WindowsStation.using(windows, "case", async (station) => {
      const name = liveName("a");
      station.write(name.toUpperCase(), "one");
      station.configure(station.instrument(`${station.there.toUpperCase()}\\FILES`));
      await station.start();
      await station.hasArrived([name.toUpperCase()]);
      await isKnownBy(station, [`${station.there}\\files\\${name}`]);
      const files = path.join(station.here, "files");
      renameSync(path.join(files, name.toUpperCase()), path.join(files, name));
      await station.ask("rescan", {});
      await station.ask("rescan", {});
      const { totals } = await station.ask("status", {});
      must(station.arrived().length === 1, `sent as ${station.arrived().join(", ")}`);
      return `found in upper case, known in lower case, sent once (${totals.delivered} delivered)`;
    }),
};

const long: Check = {
  name: "long",
  promise: "paths of more than 260 characters",
  run: (windows) =>
    WindowsStation.using(windows, "long", async (station) => {
      const name = liveName("far");
      const folders = Array.from({ length: 12 }, (_, at) => `folder-${at}-${"x".repeat(30)}`);
      station.write(path.join(...folders, name), "far down");
      station.configure(station.instrument());
      await station.start();
      await station.hasArrived([name]);
      const plain = [station.there, "files", ...folders, name].join("\\");
      await isKnownBy(station, [plain, `\\\\?\\${plain}`]);
      return `${plain.length} characters: delivered, and known with and without \\\\?\\`;
    }),
};

const odd = [
  "Übung ß",
  "100% (1)",
  "a & b #2",
  "it's",
  "雲レーダー",
  "🌦",
  "e\u0301",
  "+=@,;~`",
  "x".repeat(230),
];

const names: Check = {
  name: "names",
  promise: "files in folders with odd names arrive; file names that no portal takes are reported as they are",
  run: (windows) =>
    WindowsStation.using(windows, "names", async (station) => {
      const inside = odd.map((name, at) => ({ folder: name, file: liveName(`inside-${at}`) }));
      for (const { folder, file } of inside) station.write(path.join(folder, file));
      const unfit = odd.slice(0, -1).map(liveName);
      for (const name of unfit) station.write(name);
      station.configure(station.instrument());
      await station.start();
      await station.hasArrived(inside.map(({ file }) => file));
      for (const { folder, file } of inside) {
        const { verdict } = await station.explain(`${folder}\\${file}`);
        must(verdict.includes("on the portal"), `${folder}: ${verdict}`);
      }
      for (const name of unfit)
        await until(`${name} is told`, async () => {
          const { verdict } = await station.explain(name);
          return verdict.includes(`"${name}" cannot be sent`);
        });
      return `${inside.length} delivered from odd folders, ${unfit.length} odd files told by their names`;
    }),
};

export const pathChecks: readonly Check[] = [drives, letterCase, long, names];
