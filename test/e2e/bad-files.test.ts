import { chmod, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { ordinaryUser } from "#test/support/hosts/ordinary-user.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

afterEach(() => portal.setFaults([]));

const arrived = () => portal.acceptances().map(({ filename }) => filename);

test("empty files, links, folders and unfinished copies are left alone, each with its reason", async () => {
  const at = (what: string) => join(place.folder, liveName("2021-04-01", what));
  await place.write(at("empty"), "");
  const target = await place.write(join(place.root, "elsewhere.nc"), "behind a link");
  await symlink(target, at("link"));
  await mkdir(at("folder"));
  await place.write(`${at("copy")}.part`, "half");
  const { code, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 0, found: 0, delivered: 0, blocked: [], waiting: [] });
  const reasons = new Map(report.skipped.map(({ path, reason }) => [path, reason]));
  expect(reasons.get(at("empty"))).toContain("it is empty");
  expect(reasons.get(at("link"))).toContain("symbolic link");
  expect(reasons.get(`${at("copy")}.part`)).toBeDefined();
  expect(requestsOf(portal, "P")).toBe(0);
});

test("a file that is taken away while it is sent was delivered as it was", async () => {
  const name = liveName("2021-04-02", "gone");
  const path = await place.write(name, "soon gone");
  portal.setFaults([{ method: "POST", fault: { latencyMs: 1_000 } }]);
  const before = requestsOf(portal, "POST");
  const running = startCli(["submit", "--data", place.dataFolder, "--json"]);
  await expect.poll(() => requestsOf(portal, "POST")).toBe(before + 1);
  await rename(path, join(place.root, "taken-away"));
  expect(jsonOf(await running.end)).toMatchObject({ found: 1, delivered: 1, waiting: [] });
  expect(portal.acceptances().at(-1)).toMatchObject({ filename: name, size: "soon gone".length });
});

test("a file that vanishes from the queue is named, never called delivered, and goes when it is back", async () => {
  const name = liveName("2021-04-02", "queued");
  const path = await place.write(name, "queued, then taken away");
  expect((await place.submit([], { password: "wrong" })).report.waiting).toMatchObject([{ path }]);
  await rename(path, join(place.root, "taken-away"));
  const { code, report } = await place.submitUntil("file-vanished");
  expect({ code, ...report }).toMatchObject({ code: 1, found: 0, delivered: 0, deliveredBefore: 0 });
  expect(report.waiting).toEqual([{ path, reason: expect.stringContaining(name) }]);
  expect((await place.run("explain", [name])).stdout).toMatch(/The last attempt failed\. .*does not exist/);
  await rename(join(place.root, "taken-away"), path);
  expect(await place.submit()).toMatchObject({ code: 0, report: { delivered: 1 } });
});

test("a file that may not be read waits, is named, and goes when it may", async ({ skip }) => {
  const user = await ordinaryUser();
  if (typeof user === "string") return skip(user);
  const closed = await place.write(liveName("2021-04-03", "closed"), "may not be read");
  await place.write(liveName("2021-04-03", "open"), "may be read");
  await user.own(place.root);
  await chmod(closed, 0o000);
  const { code, report } = await place.submitUntil("file-unreadable", user.options);
  expect({ code, ...report }).toMatchObject({ code: 1, found: 2 });
  const waiting = report.waiting.find(({ path }) => path === closed);
  expect(waiting?.reason).toContain("cannot be read: this user has no permission");
  await chmod(closed, 0o600);
  expect((await place.submit([], user.options)).code).toBe(0);
  expect(arrived()).toContain(liveName("2021-04-03", "closed"));
});

test("a folder inside that may not be read is no success: finished files may lie in it", async ({ skip }) => {
  const user = await ordinaryUser();
  if (typeof user === "string") return skip(user);
  const name = liveName("2021-04-05", "behind");
  await place.write(join("2021", name), "behind the door");
  await place.write(liveName("2021-04-05", "open"), "before the door");
  const closed = join(place.folder, "2021");
  const ofSystem = join(place.folder, "lost+found");
  await mkdir(ofSystem);
  await user.own(place.root);
  await Promise.all([chmod(closed, 0o000), chmod(ofSystem, 0o000)]);
  const { code, report } = await place.submit([], user.options);
  expect({ code, ...report }).toMatchObject({ code: 1, delivered: 1, holds: [], waiting: [] });
  expect(report.unreadable).toEqual([
    { path: closed, reason: expect.stringContaining("cannot be read: this user has no permission") },
  ]);
  // Nobody looks for files in what a system keeps for itself.
  expect(report.skipped).toEqual([]);
  const words = await place.run("submit", [], user.options);
  expect(words.stdout).toMatch(/^Not checked \(may contain finished files\):\n {2}.*\/2021: The folder/m);

  const daemon = startCli(["daemon", "--data", place.dataFolder], user.options);
  await daemon.ready;
  const status = async () => (await place.run("status")).stdout;
  await expect.poll(status).toMatch(/^- Part of the folder of Ceilometer cannot be read/m);
  expect(await status()).toMatch(/read access to 2021: it may contain finished files/);
  await daemon.stop();

  await chmod(closed, 0o700);
  expect(await place.submit([], user.options)).toMatchObject({ code: 0, report: { unreadable: [] } });
  expect(arrived()).toContain(name);
  await chmod(ofSystem, 0o700);
});

/** Ends of names; the portal takes the first four. */
const ends = [
  "plain",
  "two.dots",
  "-dash_",
  "x".repeat(255 - liveName("2021-04-04", "").length),
  "with space",
  "ümlaut",
  "u\u0308mlaut",
  "emoji-😀",
  "100%",
  "a#b?c&d",
  "new\nline",
  "\u001b[31mred",
  "quote\"'",
  "back\\slash",
  "$(touch x)",
];
const fitCount = 4;

test("hostile names are delivered under their own name or blocked by name; none is passed over", async ({
  skip,
}) => {
  if (process.platform !== "linux") skip("other systems refuse most of these names");
  const names = ends.map((end) => liveName("2021-04-04", end));
  const paths = await Promise.all(names.map((name, index) => place.write(name, `content ${index}`)));
  const noText = [Buffer.from(`${place.folder}/live_20210404_`), Buffer.of(0xfc, 0xff), Buffer.from(".nc")];
  await writeFile(Buffer.concat(noText), "a name that is no UTF-8");
  const { code, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({ code: 1, delivered: fitCount, waiting: [] });
  expect(
    arrived()
      .filter((name) => names.includes(name))
      .sort(),
  ).toEqual(names.slice(0, fitCount).sort());
  expect(report.blocked.map(({ path }) => path).sort()).toEqual(paths.slice(fitCount).sort());
  for (const { cause, message } of report.blocked) {
    expect(cause).toBe("unfit-name");
    expect(message).toContain("cannot be sent under this name");
  }
  expect(report.skipped.map(({ path }) => path)).toEqual([
    expect.stringContaining("live_20210404_\\xfc\\xff.nc"),
  ]);

  // In words each is on one line, and no name steers the terminal.
  const printed = [
    await place.run("submit"),
    await place.run("explain", [liveName("2021-04-04", "new\nline")]),
  ];
  for (const { stdout } of printed) {
    expect(stdout).toContain("new\\nline.nc");
    expect(stdout).not.toContain("\u001b");
  }
  expect(printed[0]?.stdout.match(/^ {2}\/.*: .*cannot be sent under this name/gm)).toHaveLength(
    paths.length - fitCount,
  );
});
