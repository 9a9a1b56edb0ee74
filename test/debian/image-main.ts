import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runProgram } from "#test/support/hosts/program.ts";
import { until } from "./machine.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const help = `The container image of the station package, started by podman without root and with a read-only root, and healthy.

Usage: npm run long -- image [--runtime NAME]

  --runtime NAME  what podman starts containers with, such as runc; default: podman's own

Before it, once: npm run package:station -- --target linux-x64 --image. Run it as an ordinary user; it needs podman.
Ends with 0 when everything held, with 1 when something did not, with 2 where it cannot run.
`;
const name = "skyferry-image-test";

process.exit(await runProgram({ name: "image", help, read, run }));

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { help: { type: "boolean", short: "h" }, runtime: { type: "string" } },
  });
  return values;
}

async function run({ runtime }: ReturnType<typeof read>): Promise<number> {
  const file = existsSync(dist)
    ? readdirSync(dist).find((one) => /-linux-x64\.image\.tar$/.test(one))
    : undefined;
  const cannot =
    file === undefined
      ? "There is no image in dist/: npm run package:station -- --target linux-x64 --image."
      : process.getuid?.() === 0
        ? "Run it as an ordinary user: it is to be seen that the image needs no root."
        : null;
  if (cannot !== null || file === undefined) {
    process.stderr.write(`image: ${cannot}\n`);
    return 2;
  }
  const podman = (...words: readonly string[]): string => {
    const global = runtime === undefined ? [] : ["--runtime", runtime];
    const { status, stdout, stderr, error } = spawnSync("podman", [...global, ...words], {
      encoding: "utf8",
    });
    if (status !== 0)
      throw new Error(`podman ${words[0]}: ${error?.message ?? stderr.trim().split("\n").at(-1)}`);
    return stdout.trim();
  };
  const remove = (): void => {
    for (const words of [
      ["rm", "--force", name],
      ["volume", "rm", "--force", name],
    ])
      spawnSync("podman", words, { stdio: "ignore" });
  };
  try {
    remove();
    const image =
      /localhost\/\S+$/.exec(podman("load", "--quiet", "--input", path.join(dist, file)))?.[0] ?? "";
    podman(
      "run",
      "--detach",
      "--name",
      name,
      "--read-only",
      "--network",
      "host",
      "--volume",
      `${name}:/data`,
      image,
    );
    const seconds = await until(() => podman("logs", name).includes("#token="), 60);
    await until(() => healthOf(podman) === "healthy", 30);
    const page = /http:\/\/[^/]+\//.exec(podman("logs", name))?.[0] ?? "";
    const { status } = await fetch(page);
    const look =
      'const fs=require("fs");let root="written";try{fs.writeFileSync("/x","")}catch(e){root=e.code}fs.writeFileSync("/data/x","");console.log(process.getuid(),root)';
    const seen = podman("exec", name, "/opt/skyferry/runtime/node", "-e", look);
    if (status !== 200 || seen !== "1000 EROFS") throw new Error(`pages ${status}, inside ${seen}`);
    podman("stop", "--time", "10", name);
    const code = podman("inspect", "--format", "{{.State.ExitCode}}", name);
    if (code !== "0") throw new Error(`it ended with ${code}`);
    process.stdout.write(
      `ready after ${seconds.toFixed(1)} s, healthy, pages 200, uid 1000, root EROFS, stopped with 0\n`,
    );
    return 0;
  } catch (error) {
    process.stdout.write(`FAILED: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  } finally {
    remove();
  }
}

/** Asked now, as no timer of systemd may do it here. */
function healthOf(podman: (...words: readonly string[]) => string): string {
  try {
    podman("healthcheck", "run", name);
    return podman("inspect", "--format", "{{.State.Health.Status}}", name);
  } catch {
    return "not yet";
  }
}
