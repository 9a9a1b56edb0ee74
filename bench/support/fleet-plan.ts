import { parseArgs } from "node:util";

export const fleetHelp = `Many stations and one portal. They deliver for a while; the portal goes away and comes back; at last every station
writes one file at the same moment. Prints what the portal saw and writes bench/results/fleet-<time>.json.

Usage: npm run long -- fleet [--stations 50] [--per-process 1] [--steady 60] [--outage 180] [--every 10] [--announced]

  --stations N      how many stations; default 50
  --per-process N   so many of them in one process; default 1
  --steady S        seconds of the steady state; default 60
  --outage S        seconds for which the portal is away; default 180
  --every S         seconds between two files of a station; default 10
  --announced       the portal says the moment of its return with each refusal (Retry-After)

Ends with 0 when the stations' own figures tell what the portal has, with 1 when they do not, with 2 for bad usage.
`;

/** The flags, or what is wrong with them. */
export function readFleetPlan(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h", default: false },
      stations: { type: "string", default: "50" },
      "per-process": { type: "string", default: "1" },
      steady: { type: "string", default: "60" },
      outage: { type: "string", default: "180" },
      every: { type: "string", default: "10" },
      announced: { type: "boolean", default: false },
    },
  });
  for (const name of ["stations", "per-process", "steady", "outage", "every"] as const)
    if (!/^[1-9]\d{0,4}$/.test(values[name]))
      return `--${name} must be a whole number from 1 to 99999, not ${values[name]}.`;
  return {
    help: values.help,
    stations: Number(values.stations),
    perProcess: Number(values["per-process"]),
    steadySeconds: Number(values.steady),
    outageSeconds: Number(values.outage),
    everySeconds: Number(values.every),
    isAnnounced: values.announced,
  };
}
