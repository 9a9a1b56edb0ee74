import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import type { Check } from "#test/windows/check.ts";
import { liveName, must, until, WindowsStation } from "#test/windows/station.ts";
import type { Windows } from "#test/windows/windows.ts";

const dist = fileURLToPath(new URL("../../../dist", import.meta.url));

/** The archive of the station package, unpacked with a space in its path: its launcher, and no package of npm near it. */
const stationPackage: Check = {
  name: "station",
  promise:
    "the station package runs on its own Node: pages, a delivery, `doctor`, `settings.d` beside it; `service status` says that there is none",
  run: (windows) =>
    WindowsStation.using(windows, "station", async (station) => {
      const launcher = unpacked(windows, path.join(station.here, "my programs"));
      const run = (...words: readonly string[]) =>
        windows.start(["C:\\windows\\system32\\cmd.exe", "/c", launcher, ...words], {
          env: { SKYFERRY_PASSWORD: "station" },
        });
      const there = ["--data", station.dataThere];
      const name = liveName("packed");
      station.configure(station.instrument());
      station.write(name);
      const submitted = await run("submit", ...there).end;
      must(
        submitted.code === 0 && station.arrived().includes(name),
        `submit: ${submitted.code} ${submitted.stderr}`,
      );

      const daemon = run("daemon", ...there);
      const ui = await until(
        "the daemon is ready",
        () => /"ui":"([^"]+)"/.exec(daemon.said().stdout)?.[1] ?? null,
      );
      const { status } = await fetch(ui);
      must(status === 200, `the pages answer with ${status}`);
      const asked = await run("status", ...there).end;
      must(asked.stdout.includes("running as a daemon"), `status: ${asked.stdout}${asked.stderr}`);
      await daemon.kill();

      const doctor = await run("doctor", ...there).end;
      const problems = doctor.stdout.split(/\r?\n/).filter((line) => line.startsWith("PROBLEM"));
      must(/^OK /m.test(doctor.stdout), `doctor: ${doctor.stdout}${doctor.stderr}`);
      const service = await run("service", "status").end;
      must(
        service.code === 1 && service.stdout.includes("is not installed"),
        `service: ${service.stdout}${service.stderr}`,
      );
      const besides = path.join(folderOf(station.here, launcher), "settings.d");
      mkdirSync(besides);
      writeFileSync(path.join(besides, "10.json"), '{"keep":{"logMB":77}}');
      const kept = await run("settings", "get", "keep.logMB", ...there).end;
      must(kept.code === 0 && kept.stdout.trim() === "77", `settings.d beside: ${kept.stdout}${kept.stderr}`);
      const broken = await brokenLauncher(station.here, launcher, run);
      return `delivered, pages 200, doctor: ${problems.join("; ") || "no problem"}; incomplete: ${broken}`;
    }),
};

/** Unpacks the newest archive; gives the path of its launcher in Windows. */
function unpacked(windows: Windows, folder: string): string {
  const archive = existsSync(dist) ? readdirSync(dist).find((one) => /-win-x64\.zip$/.test(one)) : undefined;
  if (archive === undefined)
    throw new Error("there is no archive in dist/: npm run package:station -- --target win-x64");
  let launcher = "";
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(path.join(dist, archive))))) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    if (name.endsWith("/skyferry.cmd")) launcher = file;
  }
  return `C:\\${path.relative(windows.driveC, launcher).replaceAll("/", "\\")}`;
}

function folderOf(here: string, launcher: string): string {
  return path.join(here, launcher.split("\\").slice(3, -1).join("/"));
}

/** Gives the launcher's words where Node is missing. */
async function brokenLauncher(
  here: string,
  launcher: string,
  run: (...words: readonly string[]) => ReturnType<Windows["start"]>,
): Promise<string> {
  const program = path.join(folderOf(here, launcher), "runtime/node.exe");
  rmSync(program);
  const { code, stderr } = await run("--version").end;
  must(
    code === 2 && stderr.includes("is incomplete: unpack the package again."),
    `broken: ${code} ${stderr}`,
  );
  return "exit 2";
}

export const stationChecks: readonly Check[] = [stationPackage];
