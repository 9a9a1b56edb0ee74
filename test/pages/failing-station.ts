import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { type CliPlace, ceilometer, dayFromToday, liveName } from "#test/support/hosts/cli-place.ts";

/** PID that no portal of ours knows. */
const unknownPid = "https://hdl.handle.net/21.12132/3.0000000000000000";

/**
 * A station in honest problem: delivered files, files of an instrument whose PID the portal does not know, names that
 * it refuses, a folder that is gone, and a file that still grows. Write it before the host starts.
 */
export async function failingStation(place: CliPlace): Promise<void> {
  const disdrometer = {
    ...ceilometer,
    name: "Disdrometer <b>roof</b>",
    instrument: "thies-lnm",
    pid: unknownPid,
    folder: join(place.root, "disdrometer"),
    pattern: "%Y%m%d_*.txt",
  };
  const away = {
    ...ceilometer,
    name: "Microwave radiometer",
    folder: join(place.root, "away"),
    pattern: "%Y%m%d_*.brt",
  };
  await place.configure({
    ...place.settings,
    instruments: [...place.settings.instruments, disdrometer, away],
  });
  for (let day = 0; day < 4; day += 1)
    for (const hour of ["00", "06", "12", "18"])
      await place.write(
        liveName(dayFromToday(-day), `${hour}0000`),
        `ceilometer ${day} ${hour}`.repeat(2_000),
      );
  for (const hour of ["00", "01", "02"])
    await place.write(
      join(disdrometer.folder, `${dayFromToday(0).replaceAll("-", "")}_${hour}.txt`),
      `disdrometer ${hour}`,
    );
  await place.write(liveName(dayFromToday(0), "übergröße"), "a name that the portal refuses");
  await place.write(liveName(dayFromToday(-1), "<img src=x onerror=alert(1)>"), "markup in a name");
  await appendFile(join(place.folder, liveName(dayFromToday(0), "235959")), "still growing");
}
