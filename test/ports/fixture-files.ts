import { recordKey } from "#domain/file-version.ts";
import type { FoundVersion } from "#engine/ports/ledger.ts";
import { md5 } from "#test/support/builders/station-place.ts";

/** 5 March 2026, 12:00 UTC: the kept data folders were written then. */
export const fixtureNoonMs = Date.UTC(2026, 2, 5, 12);

/** The two instruments of a kept data folder; `folder` is below this one. */
export const fixtureRoot = "/data";

const site = "hyytiala";

/** Settings of a kept data folder. */
export const fixtureSettings = {
  portal: { url: "https://portal.example.org", username: "station", concurrency: 3 },
  instruments: [
    {
      name: "Cloud radar",
      site,
      instrument: "rpg-fmcw-94",
      pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
      folder: `${fixtureRoot}/radar`,
      pattern: "%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}",
      finish: { policy: "settle", seconds: 90 },
    },
    {
      name: "Ceilometer",
      site,
      instrument: "cl61d",
      pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
      folder: `${fixtureRoot}/ceilometer`,
      pattern: "live_%Y%m%d_*.nc",
      tags: [],
      since: "2026-03-01",
      expectEveryMinutes: 5,
    },
  ],
};

/** The bytes of a file of a kept data folder: its path, again and again. */
export function fixtureContent(relPath: string, size: number): Uint8Array {
  return Buffer.alloc(size, `${relPath} ${size}\n`);
}

/** The `n`-th file; every third one is the radar's. Some lie on the day before. */
export function fixtureFile(n: number): FoundVersion {
  const isRadar = n % 3 === 0;
  const date = n % 5 === 0 ? "2026-03-04" : "2026-03-05";
  const [year, month, day] = date.split("-");
  const time = `${String(Math.floor(n / 6)).padStart(2, "0")}${String((n % 6) * 10).padStart(2, "0")}00`;
  const startMs = Date.parse(`${date}T${time.slice(0, 2)}:${time.slice(2, 4)}:00Z`);
  return {
    instrument: isRadar ? "Cloud radar" : "Ceilometer",
    relPath: isRadar
      ? `${year}/${month}/${day}/26${month}${day}_${time}_ZEN.LV1`
      : `live_${year}${month}${day}_${time}.nc`,
    size: 300 + 37 * n,
    mtimeUs: (startMs + 600_000) * 1000,
    ctimeUs: (startMs + 600_007) * 1000,
    fileId: String(1_000 + n),
    measurementDate: date,
    lane: date === "2026-03-05" ? "fresh" : "backfill",
    checkFirst: date !== "2026-03-05",
    rewrittenFrom: null,
  };
}

/** Checksum and record of a file as the engine would have found them. */
export function fixtureHash(file: Pick<FoundVersion, "instrument" | "relPath" | "size" | "measurementDate">) {
  const { pid } = fixtureSettings.instruments.find(({ name }) => name === file.instrument) ?? { pid: "" };
  const filename = file.relPath.slice(file.relPath.lastIndexOf("/") + 1);
  const { measurementDate } = file;
  return {
    checksum: md5(fixtureContent(file.relPath, file.size)),
    recordKey: recordKey({ site, measurementDate, filename, pid, tags: [] }),
  };
}
