import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";

/** A fixed bit of work on a machine that does nothing else, milliseconds: a start of Node and 64 MB of MD5. */
const usualMs = 300;
/** Beyond this a machine does not test any more, it hangs. */
const most = 4;

/** How much longer things take on a machine whose bit of work took so long: from 1 to 4. */
export function slownessOf(tookMs: number): number {
  return Math.min(most, Math.max(1, tookMs / usualMs));
}

/** Measured once for a run; processes that it starts take over what was measured. */
function measured(): number {
  const known = Number(process.env.SKYFERRY_TEST_SLOWNESS);
  if (known >= 1) return known;
  const startedAt = performance.now();
  spawnSync(process.execPath, ["-e", ""]);
  const piece = Buffer.alloc(2 ** 20);
  const hash = createHash("md5");
  for (let count = 0; count < 64; count++) hash.update(piece);
  hash.digest();
  const slowness = slownessOf(performance.now() - startedAt);
  process.env.SKYFERRY_TEST_SLOWNESS = slowness.toFixed(2);
  return slowness;
}

const slowness = measured();

/** So long, and longer where the machine is slow or busy; milliseconds. */
export function atMost(ms: number): number {
  return Math.round(ms * slowness);
}

/** How long tests wait for what has to come, milliseconds. No test asserts a time. */
export const limits = {
  test: atMost(60_000),
  /** A test that shows pages, and what prepares it. */
  pageTest: atMost(120_000),
  poll: atMost(30_000),
  /** A test file of which nothing is heard. */
  silence: atMost(300_000),
} as const;
