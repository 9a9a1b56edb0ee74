import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { startInProcess } from "#test/support/hosts/cli-in-process.ts";
import { makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { freePort } from "#test/support/hosts/free-port.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** `--ui-port` is kept for later starts, so that the addresses of scripts stay. */

const portal = ofEachTest(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

/** Runs a daemon until it is ready; gives its port and what it said. */
async function startedWith(...words: string[]): Promise<{ readonly port: number; readonly stderr: string }> {
  const daemon = startInProcess(["daemon", "--data", place.dataFolder, ...words]);
  const { ui = "" } = await daemon.ready;
  const { stderr } = await daemon.stop();
  return { port: Number(new URL(ui).port), stderr };
}

test("a port that was given once is that of later starts, until another one or none is given", async () => {
  const [first, second] = [await freePort(), await freePort()];
  expect(await startedWith("--ui-port", String(first))).toEqual({ port: first, stderr: "" });
  expect(await startedWith()).toEqual({ port: first, stderr: "" });
  await startedWith("--ui-port", String(second));
  expect(await startedWith()).toEqual({ port: second, stderr: "" });
  await startedWith("--ui-port", "0");
  expect([first, second]).not.toContain((await startedWith()).port);
});

test("a kept port that is taken by now is told, and taken again when it is free", async () => {
  const port = await freePort();
  await startedWith("--ui-port", String(port));
  const other = createServer().listen(port, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const started = await startedWith();
  expect(started.port).not.toBe(port);
  expect(started.stderr).toContain(`Port ${port} of this PC is used by another program`);
  expect(started.stderr).toContain(`This time the pages are on port ${started.port}.`);
  // A port that is asked for now is not passed over.
  const refused = startInProcess(["daemon", "--data", place.dataFolder, "--ui-port", String(port)]);
  refused.ready.catch(() => {});
  expect(await refused.end).toMatchObject({ code: 2 });
  other.close();
  await once(other, "close");
  expect(await startedWith()).toEqual({ port, stderr: "" });
  await rm(join(place.dataFolder, "ui-port.json"));
  expect((await startedWith()).port).not.toBe(port);
});
