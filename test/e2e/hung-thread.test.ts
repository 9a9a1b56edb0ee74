import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const timeoutMs = 30_000;

test.skipIf(process.platform === "win32")(
  "SIGTERM ends a daemon of which a thread hangs",
  async () => {
    const place = await makeCliPlace("http://127.0.0.1:1");
    const pipe = join(place.dataFolder, "..", "hanging-pipe");
    execFileSync("mkfifo", [pipe]);
    const words = [
      "--import",
      at("../support/hosts/hang-a-thread.mjs"),
      at("../../electron/cli/skyferry.ts"),
    ];
    const daemon = spawn(process.execPath, [...words, "daemon", "--data", place.dataFolder], {
      env: { ...process.env, HANGING_PIPE: pipe },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const over = once(daemon, "exit");
    try {
      await once(daemon.stdout, "data");
      await sleep(1_500);
      daemon.kill("SIGTERM");
      expect(await over).toEqual([null, "SIGTERM"]);
    } finally {
      daemon.kill("SIGKILL");
      await place.remove();
    }
  },
  timeoutMs,
);

test.skipIf(process.platform === "win32")(
  "a command of which a thread hangs says all that it has to say, and ends",
  async () => {
    const place = await makeCliPlace("http://127.0.0.1:1");
    const pipe = join(place.dataFolder, "..", "hanging-pipe");
    execFileSync("mkfifo", [pipe]);
    try {
      const hang = at("../support/hosts/hang-a-thread.mjs");
      const words = ["--import", hang, at("../../electron/cli/skyferry.ts"), "doctor", "--json"];
      const doctor = spawn(process.execPath, [...words, "--data", place.dataFolder], {
        env: { ...process.env, HANGING_PIPE: pipe },
        stdio: ["ignore", "pipe", "ignore"],
      });
      const over = once(doctor, "close");
      const { diagnoses } = (await json(doctor.stdout)) as { readonly diagnoses: readonly object[] };
      expect(diagnoses.length).toBeGreaterThan(10);
      expect(await over).toEqual([null, "SIGTERM"]);
    } finally {
      await place.remove();
    }
  },
  timeoutMs,
);
