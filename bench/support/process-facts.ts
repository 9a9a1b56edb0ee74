import { readFileSync } from "node:fs";

/** Clock ticks of `/proc/<pid>/stat` a second (USER_HZ; 100 on every Linux that Node runs on). */
const ticksASecond = 100;

/** Processor time of a process with all its threads since its start, seconds (Linux). */
export function cpuSecondsOf(pid: number): number {
  return secondsIn(pid, 11);
}

/** Processor time of all children of this process that have ended, seconds (Linux). */
export function cpuSecondsOfEnded(): number {
  return secondsIn(process.pid, 13);
}

/** Largest resident set since the start of the process, megabytes (Linux). */
export function peakMBOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000;
}

/** Gives the resident memory of the moment, megabytes, and the number of threads (Linux). */
export function sizeOf(pid: number): { readonly residentMB: number; readonly threads: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const figure = (name: RegExp) => Number(name.exec(status)?.[1] ?? 0);
  return { residentMB: figure(/VmRSS:\s+(\d+) kB/) / 1000, threads: figure(/Threads:\s+(\d+)/) };
}

/** Load average of the last minute, as it was at the time. */
export function loadNow(): number {
  return Number(readFileSync("/proc/loadavg", "utf8").split(" ")[0]);
}

/** Two neighbours, user and system; `first` counts from behind the name, which may hold anything. */
function secondsIn(pid: number, first: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[first]) + Number(fields[first + 1])) / ticksASecond;
}
