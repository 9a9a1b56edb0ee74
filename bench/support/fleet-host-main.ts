import { openStation } from "#compose/station.ts";

/** Hosts on the data folders of the arguments. Prints where each gives its figures as one JSON line; ends with its parent. */
const ends: (() => Promise<void>)[] = [];
const metrics: (string | null)[] = [];
for (const dataFolder of process.argv.slice(2)) {
  const station = await openStation({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    env: { ...process.env, SKYFERRY_PASSWORD: "station" },
    version: "bench",
  });
  if ("message" in station) throw new Error(station.message);
  const host = await station.startHost(0, { port: 0, host: "127.0.0.1" });
  if ("message" in host) throw new Error(host.message);
  metrics.push(host.metricsPort.address());
  ends.push(async () => {
    await host.stop();
    await station.close();
  });
}
process.stdout.write(`${JSON.stringify({ metrics })}\n`);
process.stdin.resume();
process.stdin.on("end", async () => {
  await Promise.all(ends.map((end) => end()));
  process.exit(0);
});
