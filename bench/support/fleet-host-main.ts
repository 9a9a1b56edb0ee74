import { endWithParent, openBenchStation, startBenchHost } from "./bench-host.ts";

/** Hosts on the data folders of the arguments. Prints where each gives its figures as one JSON line; ends with its parent. */
const ends: (() => Promise<void>)[] = [];
const metrics: (string | null)[] = [];
for (const dataFolder of process.argv.slice(2)) {
  const station = await openBenchStation(dataFolder);
  const host = await startBenchHost(station, { port: 0, host: "127.0.0.1" });
  metrics.push(host.metricsPort.address());
  ends.push(async () => {
    await host.stop();
    await station.close();
  });
}
process.stdout.write(`${JSON.stringify({ metrics })}\n`);
endWithParent(() => Promise.all(ends.map((end) => end())));
