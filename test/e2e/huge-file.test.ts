import { readFile, truncate } from "node:fs/promises";
import { expect, test } from "vitest";
import { liveName, makeCliPlace, type SubmitReport } from "#test/support/hosts/cli-place.ts";
import { jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openSinkPortal } from "./sink-portal.ts";

const gib = 2 ** 30;
/** More than may be in memory; `SKYFERRY_HUGE_GIB=4` tries the size of the large files that instruments write in a day. */
const size = Number(process.env.SKYFERRY_HUGE_GIB ?? "0.5") * gib;
const mostBytes = 400e6;
const timeoutMs = 60_000 + (size / gib) * 30_000;

test(
  `a file of ${size / gib} GiB arrives whole, and submit stays below 400 MB of memory`,
  async () => {
    const portal = await openSinkPortal();
    const place = await makeCliPlace(portal.url);
    const path = await place.write(liveName("2021-02-03"), "the beginning");
    await truncate(path, size);
    await place.configure({
      ...place.settings,
      instruments: [{ ...place.settings.instruments[0], finish: { policy: "settle", seconds: 0 } }],
    });
    const running = startCli(["submit", "--data", place.dataFolder, "--json"], { timeoutMs: timeoutMs });
    let peakBytes = 0;
    const watching = setInterval(async () => {
      const status = await readFile(`/proc/${running.pid}/status`, "utf8").catch(() => "");
      peakBytes = Math.max(peakBytes, Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1] ?? 0) * 1024);
    }, 100);
    const end = await running.end;
    clearInterval(watching);
    await Promise.all([portal.close(), place.remove()]);

    const report = jsonOf<SubmitReport>(end);
    expect({ code: end.code, ...report }).toMatchObject({ code: 0, delivered: 1, bytesSent: size });
    expect(portal.taken).toHaveLength(1);
    expect(portal.taken[0]?.size).toBe(size);
    expect(portal.taken[0]?.path).toBe(`/upload/data/${portal.taken[0]?.checksum}`);
    if (process.platform === "linux") {
      console.info(`peak memory ${Math.round(peakBytes / 1e6)} MB, ${report.seconds} s`);
      expect(peakBytes).toBeGreaterThan(0);
      expect(peakBytes).toBeLessThan(mostBytes);
    }
  },
  timeoutMs,
);
