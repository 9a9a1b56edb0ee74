import { spawn } from "node:child_process";

/** Keeps a processor busy for as long as the process that began it lives. */
const loop = `
  const parent = process.ppid;
  while (process.ppid === parent) for (const end = Date.now() + 100; Date.now() < end; );
`;

/** Begins processes that do nothing but work. They end with `end`, and with this process. */
export function keepBusy(count: number): { readonly pids: readonly number[]; end(): void } {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", loop], { stdio: "ignore" }),
  );
  return {
    pids: loops.flatMap(({ pid }) => pid ?? []),
    end: () => {
      for (const child of loops) child.kill("SIGKILL");
    },
  };
}
