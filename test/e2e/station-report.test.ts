import { verify } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { canonicalJson } from "#base/canonical-json.ts";
import type { SignedReport } from "#domain/reported-station.ts";
import { Listening } from "#test/ports/channel-listener.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { type CliEnd, jsonOf } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofAllTests(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);
const hostile = liveName("2021-02-03", "s3cret <b>name");

beforeAll(async () => {
  await place.write(liveName("2021-02-03"), "delivered");
  await place.write(hostile, "hostile name");
  await place.submit();
});

function signedIn(end: CliEnd): SignedReport {
  const signed = jsonOf<SignedReport>(end);
  const form = Buffer.from(canonicalJson(signed.report));
  expect(verify(null, form, signed.publicKey, Buffer.from(signed.signature, "base64"))).toBe(true);
  return signed;
}

const notify = (data: string) => runInProcess(["notify", "test", "report", "--data", data]);

test("status --report prints the signed report, also while nothing runs, and names no file", async () => {
  const end = await place.run("status", ["--report"]);
  const { report } = signedIn(end);
  expect(end).toMatchObject({ code: 1, stderr: "" });
  expect(report).toMatchObject({
    running: false,
    state: "needs-you",
    everySeconds: null,
    files: { delivered: 1, blocked: 1 },
    instruments: [{ delivered: { last30Days: 1 }, queue: { needsYou: 1 } }],
  });
  expect(report.causes.map(({ cause, count }) => [cause, count])).toEqual([["unfit-name", 1]]);
  expect(end.stdout).not.toMatch(/s3cret|\/tmp|Settings page/);
  const again = signedIn(await place.run("status", ["--report"]));
  expect(again.publicKey).toBe(signedIn(end).publicKey);
});

test("notify test report sends it to an address or into a folder, and says what came of it", async () => {
  expect(await notify(place.dataFolder)).toMatchObject({
    code: 2,
    stderr: "skyferry notify: The settings have no station report: set report.url or report.folder.\n",
  });
  await using service = new Listening();
  const url = await service.open();
  await place.configure({ ...place.settings, report: { url } });
  expect(await notify(place.dataFolder)).toMatchObject({
    code: 0,
    stdout: "OK       report: The service accepted the station report.\n",
  });
  const [sent] = service.bodies as [SignedReport];
  expect([service.methods, sent.report.running, sent.report.everySeconds]).toEqual([["PUT"], false, 900]);
  service.answer = (response) => response.writeHead(200).end("<html>Log in</html>");
  const refused = await notify(place.dataFolder);
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining("with a web page") });
  expect(refused.stdout + refused.stderr).not.toContain("secret-token");
  const folder = join(place.root, "reports");
  await mkdir(folder);
  await place.configure({ ...place.settings, report: { folder } });
  expect((await notify(place.dataFolder)).stdout).toBe(
    "OK       report: The folder accepted the station report.\n",
  );
  const name = `skyferry-report-${sent.report.id.slice(0, 12)}.json`;
  expect(await readdir(folder)).toEqual([name]);
  const [log] = await Promise.all([readFile(join(place.dataFolder, "logs/skyferry.log"), "utf8")]);
  expect(log).not.toContain("secret-token");
});

test("a restored station has the key of the old one, and reports nothing before it is confirmed", async () => {
  const backup = join(place.root, "station.tar.gz");
  const data = join(place.root, "restored");
  expect((await place.run("backup", [backup])).code).toBe(0);
  expect((await runInProcess(["restore", backup, "--data", data])).code).toBe(0);
  const before = signedIn(await place.run("status", ["--report"]));
  const after = signedIn(await runInProcess(["status", "--report", "--data", data]));
  expect(after.report.id).toBe(before.report.id);
  if (process.platform !== "win32")
    expect((await stat(join(data, "report-key.pem"))).mode & 0o777).toBe(0o600);
  expect(await notify(data)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("this station was restored, and nobody has confirmed"),
  });
  expect((await runInProcess(["resume", "--data", data])).code).toBe(0);
  expect((await notify(data)).code).toBe(0);
});

test("a key that cannot be used is named, and is not replaced", async () => {
  const file = join(place.dataFolder, "report-key.pem");
  const before = await readFile(file);
  await writeFile(file, "damaged");
  expect(await place.run("status", ["--report"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`${file} is not an Ed25519 key: restore it from a backup, or remove it.`),
  });
  expect(await readFile(file, "utf8")).toBe("damaged");
  await writeFile(file, before);
});
