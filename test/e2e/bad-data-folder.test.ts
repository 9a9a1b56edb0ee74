import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { liveName, makeCliPlace, type SubmitReport } from "#test/support/hosts/cli-place.ts";
import { complaintOf, jsonOf } from "#test/support/hosts/cli-run.ts";
import { ordinaryUser } from "#test/support/hosts/ordinary-user.ts";
import { makeSmallDisk } from "#test/support/hosts/small-disk.ts";
import { openPortal, requestsOf } from "#test/support/portals/cli-portal.ts";

const portal = ofAllTests(openPortal, (one) => one.close());
const place = ofEachTest(
  () => makeCliPlace(portal.url),
  (one) => one.remove(),
);

test("a data folder that cannot be made or written is named", async ({ skip }) => {
  const below = join(place.settingsFile, "data");
  expect(complaintOf(await runInProcess(["daemon", "--data", below]))).toContain(
    `The data folder ${below} cannot`,
  );
  if (process.platform === "linux")
    for (const [command, folder, ...more] of [
      ["submit", "/proc/skyferry", "--settings", place.settingsFile],
      ["demo", "/proc/sky/ferry"],
    ] as const)
      expect(complaintOf(await runInProcess([command, "--data", folder, ...more]))).toMatch(
        new RegExp(`data folder.*${folder}`),
      );

  const user = await ordinaryUser();
  if (typeof user === "string") return skip(user);
  await place.write(liveName("2021-02-03"), "waits");
  await user.own(place.root);
  await chmod(place.dataFolder, 0o500);
  for (const command of ["submit", "status"]) {
    const complaint = complaintOf(await place.run(command, [], user.options));
    expect(complaint).toContain(place.dataFolder);
    expect(complaint).toMatch(/permission/);
  }
  await chmod(place.dataFolder, 0o700);
  expect(await place.submit([], user.options)).toMatchObject({ code: 0, report: { delivered: 1 } });
});

test.each([
  ["overwritten", (ledger: string) => writeFile(ledger, Buffer.alloc(8192, "no ledger "))],
  ["removed", (ledger: string) => rm(ledger)],
] as const)("a ledger that was %s is reported and rebuilt; nothing goes twice", async (_how, damage) => {
  const name = liveName("2021-02-04");
  await place.write(name, "delivered before the damage");
  await place.write(liveName("2021-02-04", "b"), "so was this");
  await place.submit();
  await damage(join(place.dataFolder, "ledger.sqlite"));
  const puts = requestsOf(portal, "PUT");
  const { code, stderr, report } = await place.submit();
  expect({ code, ...report }).toMatchObject({
    code: 0,
    found: 2,
    delivered: 0,
    known: 2,
    deliveredBefore: 0,
  });
  expect(stderr).toMatch(
    /^skyferry: The record of uploads in .* was damaged or lost .*\. It is rebuilt from .*\n$/,
  );
  expect(stderr).toContain(place.dataFolder);
  expect(requestsOf(portal, "PUT")).toBe(puts);
  expect((await place.run("status")).stdout).toMatch(/\n2 files delivered, /);
});

/** Room for the ledger with its log, once the filler is gone. */
const diskKiB = 16_384;

test("a full disk: nothing is sent that cannot be recorded, and freed space is enough", async ({ skip }) => {
  const disk = await makeSmallDisk(diskKiB);
  if (typeof disk === "string") return skip(disk);
  try {
    const count = 300;
    for (let index = 0; index < count; index++)
      await place.write(liveName("2021-02-05", String(index)), `file ${index} of the full disk`);
    const words = ["--data", disk.folder, "--settings", place.settingsFile];
    const diskFiller = join(disk.folder, "ballast");
    const before = requestsOf(portal, "P");

    await writeFile(diskFiller, Buffer.alloc(diskKiB * 1024)).catch(() => {});
    const none = complaintOf(await runInProcess(["submit", ...words]));
    expect(none).toBe(
      `skyferry submit: There is no space left for the record of uploads in ${disk.folder}. Free up some space. Then start Skyferry again.`,
    );
    await writeFile(diskFiller, Buffer.alloc((diskKiB - 240) * 1024));
    const some = await runInProcess(["submit", "--json", ...words]);
    expect(some.code).toBe(1);
    const report = jsonOf<SubmitReport>(some);
    expect(report).toMatchObject({ delivered: 0, deliveredBefore: 0, requests: { post: 0, put: 0 } });
    expect(report.holds).toMatchObject([{ cause: "ledger-trouble" }]);
    expect(report.holds[0]?.message).toContain(disk.folder);
    expect(requestsOf(portal, "P")).toBe(before);

    await rm(diskFiller);
    const freed = await runInProcess(["submit", "--json", ...words]);
    expect({ code: freed.code, ...jsonOf<object>(freed) }).toMatchObject({ code: 0, delivered: count });
  } finally {
    await disk.remove();
  }
});
