import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { electronRuntime } from "#cli/electron-runtime.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { freshCheckout, halfProgram, putRuntime } from "#test/support/hosts/electron-mirror.ts";
import { freePort } from "#test/support/hosts/free-port.ts";

/** `npm run e2e:electron` where Electron is missing: said in one line, and a fault only where it was asked for. */
const main = fileURLToPath(new URL("../support/hosts/electron-main.ts", import.meta.url));
let cache: string;
beforeAll(async () => {
  cache = await makeScratch("skyferry-cache-");
});
afterAll(() => rm(cache, { recursive: true, force: true }));

async function runMain(
  env: NodeJS.ProcessEnv,
  file = main,
): Promise<readonly [code: number, stdout: string, stderr: string]> {
  const nothing = `http://127.0.0.1:${await freePort()}/`;
  const surroundings = {
    PATH: process.env.PATH,
    ELECTRON_MIRROR: nothing,
    electron_config_cache: cache,
    ...env,
  };
  return await new Promise((resolve) => {
    execFile(process.execPath, [file], { env: surroundings }, (error, stdout, stderr) =>
      resolve([Number(error?.code ?? 0), stdout, stderr]),
    );
  });
}

test.skipIf(process.platform !== "linux")(
  "a runtime that cannot run is a failure of one sentence that says what to do",
  async () => {
    const checkout = await freshCheckout({ hasTests: true });
    try {
      await putRuntime(checkout, halfProgram());
      const file = join(checkout.folder, "test/support/hosts/electron-main.ts");
      expect(await runMain({ DISPLAY: ":99" }, file)).toEqual([
        1,
        `Electron cannot run here: the Electron runtime is damaged; delete the folder ${checkout.home}/dist, and the next start downloads it again.\n`,
        "",
      ]);
    } finally {
      await checkout.remove();
    }
  },
);

const onBareLinux = test.skipIf(process.platform !== "linux" || electronRuntime() !== null);

onBareLinux("without a display nothing is fetched or run", async () => {
  expect(await runMain({})).toEqual([0, "no display here: not run\n", ""]);
});

onBareLinux("a runtime that cannot be fetched is no failure, unless Electron is required", async () => {
  const display = { DISPLAY: ":99", CI: "true" };
  const fetching = "Downloading the Electron runtime, once for this checkout.\n";
  const line = /^no Electron runtime here \(.*ECONNREFUSED.*\): not run\n$/;
  expect(await runMain(display)).toEqual([0, expect.stringMatching(line), fetching]);
  const required = await runMain({ ...display, SKYFERRY_REQUIRE_ELECTRON: "1" });
  expect(required).toEqual([1, expect.stringMatching(line), fetching]);
});
