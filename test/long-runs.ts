/** A check that takes minutes or hours, or needs more than Node; its program has its own flags. */
interface LongRun {
  /** The program, relative to the top of the checkout. */
  readonly file: string;
  /** A few words for the list. */
  readonly line: string;
}

/** Everything that `npm run long -- NAME` knows. */
export const longRuns: Readonly<Record<string, LongRun>> = {
  bench: { file: "bench/bench-main.ts", line: "benchmarks: speed, processor time, memory" },
  fleet: { file: "bench/fleet-main.ts", line: "fifty stations at one portal that goes away" },
  faults: { file: "test/faults/faults-main.ts", line: "the fault matrix, in full" },
  mutation: { file: "test/mutation/mutation-main.ts", line: "mutation testing of the rules" },
  requests: { file: "test/security/requests-main.ts", line: "10,000 random requests to the API" },
  soak: { file: "test/soak/soak-main.ts", line: "five instruments for hours, with faults at random" },
  clients: {
    file: "test/clients/clients-main.ts",
    line: "a Python client of the API's document, by openapi-generator",
  },
  debian: { file: "test/debian/debian-main.ts", line: "station packages in a clean Debian, under systemd" },
  ansible: { file: "test/ansible/ansible-main.ts", line: "twenty stations set up by the Ansible role" },
  image: { file: "test/debian/image-main.ts", line: "the container image under podman, without root" },
  windows: { file: "test/windows/windows-main.ts", line: "Windows' own Node, under Wine" },
  "packaged-smoke": { file: "test/smoke/smoke-main.ts", line: "an installed program, tried from outside" },
};
