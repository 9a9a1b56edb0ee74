import { createHash } from "node:crypto";
import type { Check } from "#test/windows/check.ts";
import { liveName, must, settleSeconds, until, WindowsStation } from "#test/windows/station.ts";
import type { Windows } from "#test/windows/windows.ts";

const demo: Check = {
  name: "demo",
  promise: "the demo ends with 0, every file verified",
  async run(windows: Windows) {
    const { code, stdout, stderr } = await windows.skyferry([
      "demo",
      "--seconds",
      "30",
      "--no-open",
      "--json",
    ]).end;
    const line = stdout.split("\n").find((one) => one.startsWith("{"));
    must(line !== undefined, `no report: ${stderr}`);
    const { written, verified, blocked } = JSON.parse(line ?? "");
    const seen = `exit ${code}, ${verified} of ${written} verified, ${blocked} blocked`;
    must(code === 0 && written > 0 && verified === written && blocked === 0, seen);
    return seen;
  },
};

/** On a busy PC the watch comes up after the daemon says that it is ready. */
const rounds = 4;

const hints: Check = {
  name: "hints",
  promise: "a new file is noticed by the watch, without a rescan",
  run: (windows) =>
    WindowsStation.using(windows, "hints", async (station) => {
      station.configure(station.instrument());
      await station.start();
      const lateMs: number[] = [];
      for (let round = 1; round <= rounds && lateMs.length < 2; round += 1) {
        lateMs.splice(0, 2, ...(await hintedFiles(station, round)));
      }
      must(lateMs.length === 2, `in ${rounds} rounds files came by the rescan only`);
      const late = lateMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(" and ");
      return `two files, one in a new folder, on the portal ${late} after their settle time, no rescan between`;
    }),
};

/** How long after their settle time two new files arrived, milliseconds; only those that waited for no rescan. */
async function hintedFiles(station: WindowsStation, round: number): Promise<readonly number[]> {
  const sweptAt = async () => (await station.ask("status", {})).instruments[0]?.lastSweepAt ?? null;
  const before = await until("a rescan", async () => {
    const at = await sweptAt();
    return at !== null && Date.now() - Date.parse(at) < 8_000 && at;
  });
  // Written by a program of Windows: Wine's watch misses some of what this system writes.
  const names = [liveName(`first-${round}`), liveName(`second-${round}`)];
  const words = ["test/windows/write-files.mjs", `${station.there}\\files`, `new-${round}`, ...names];
  const writer = station.windows.node(words);
  const lateMs: number[] = [];
  for (const name of names) {
    // By one clock: that of the writer and that of the portal are this PC's.
    const line = await until(`${name} is written`, () => {
      const lines = writer.said().stdout.split("\n");
      return lines.find((one) => one.trimEnd().endsWith(name)) ?? null;
    });
    const arrival = await until(`${name} on the portal`, () => {
      return station.portal.acceptances().find(({ filename }) => filename === name) ?? null;
    });
    const tookMs = Date.parse(arrival.at) - Number.parseInt(line, 10);
    if ((await sweptAt()) === before) lateMs.push(tookMs - settleSeconds * 1000);
  }
  return lateMs;
}

const held: Check = {
  name: "held",
  promise: "a file that another program has open is reported, and sent when it is closed",
  run: (windows) =>
    WindowsStation.using(windows, "held", async (station) => {
      const name = liveName("held");
      const fileThere = `${station.there}\\files\\${name}`;
      station.configure(station.instrument());
      station.write(name, "held and let go");
      const holder = windows.node(["test/windows/hold-file.mjs", fileThere]);
      await until("the file is held", () => holder.said().stdout.includes("held"));
      await station.start();
      const explained = await until("it is told", async () => {
        const { verdict } = await station.ask("explain", { path: fileThere });
        return verdict.includes("another program has it open") && verdict;
      });
      must(station.arrived().length === 0, "it was sent");
      await holder.kill();
      await station.hasArrived([name]);
      return `"${explained}"; delivered when it was let go`;
    }),
};

const many = 150;

const kill: Check = {
  name: "kill",
  promise: "after TerminateProcess in mid-queue the next start delivers the rest, every byte",
  run: (windows) =>
    WindowsStation.using(windows, "kill", async (station) => {
      const contents = new Map(
        Array.from({ length: many }, (_, at) => [
          liveName(String(at).padStart(3, "0")),
          `${at} `.repeat(2000),
        ]),
      );
      for (const [name, content] of contents) station.write(name, content);
      station.configure(station.instrument());
      await station.start();
      await until("a part has arrived", () => station.arrived().length >= 20);
      await station.kill();
      const before = station.arrived().length;
      must(before < many, `all ${many} had arrived before the process could be ended`);
      await station.start();
      await station.hasArrived([...contents.keys()]);
      const md5 = (text: string) => createHash("md5").update(text).digest("hex");
      for (const { filename, checksum } of station.portal.acceptances())
        must(md5(contents.get(filename) ?? "") === checksum, `${filename} has other bytes`);
      await until("all are called delivered", async () => {
        const { totals } = await station.ask("status", {});
        return totals.delivered === many;
      });
      return `ended after ${before} of ${many}; all ${many} delivered, ${station.arrived().length} accepted`;
    }),
};

export const deliveryChecks: readonly Check[] = [demo, hints, held, kill];
