import { readdir } from "node:fs/promises";
import type { DiskUse } from "#engine/ports/settings.ts";
import { counter, type Family, gauge, oneGauge } from "./families.ts";

/** Gives the space that the data folder takes and the disk still has. */
export function diskFamilies({ parts, freeBytes, sizeBytes }: DiskUse): readonly Family[] {
  const named =
    parts === null
      ? []
      : Object.entries({
          ledger: parts.ledger,
          damaged_ledgers: parts.damagedLedgers,
          logs: parts.logs,
          cache: parts.cache,
          other: parts.other,
        });
  return [
    gauge(
      "skyferry_data_bytes",
      "Size of the files in the data folder, by kind.",
      named.map(([part, value]) => ({ labels: { part }, value })),
    ),
    oneGauge("skyferry_data_disk_free_bytes", "Free space on the disk of the data folder.", freeBytes),
    oneGauge("skyferry_data_disk_size_bytes", "Size of the disk of the data folder.", sizeBytes),
  ];
}

/** The process, from what Node holds anyway: no timer that measures it keeps an idle host busy. */
export async function processFamilies(version: string, startedAtMs: number): Promise<readonly Family[]> {
  const { user, system } = process.cpuUsage();
  const descriptors = await readdir("/proc/self/fd").catch(() => null);
  return [
    gauge("skyferry_build_info", "Version of Skyferry and its runtime; always 1.", [
      { labels: { version, node: process.versions.node, platform: process.platform }, value: 1 },
    ]),
    oneGauge(
      "skyferry_start_time_seconds",
      "Start time of this host, seconds since 1970.",
      startedAtMs / 1000,
    ),
    counter("process_cpu_seconds_total", "Processor time of the process, user and system.", [
      { labels: {}, value: (user + system) / 1e6 },
    ]),
    oneGauge("process_resident_memory_bytes", "Resident memory of the process.", process.memoryUsage.rss()),
    oneGauge(
      "process_open_fds",
      "Open file descriptors; no value where the system does not report it.",
      descriptors?.length ?? null,
    ),
  ];
}
