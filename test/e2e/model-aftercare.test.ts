import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Output } from "#contract/methods.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf } from "#test/support/hosts/cli-run.ts";
import { passLooks } from "#test/support/hosts/past-looks.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

/** Coverage, verdict, `--missing` and resend of model files, each on what the one before has left. */

const [before, yesterday] = [dayFromToday(-2), dayFromToday(-1)] as const;
const name = "ECMWF model";
const modelName = (date: string) => `${date.replaceAll("-", "")}_hyytiala_ecmwf.nc`;
const contentOf = (date: string) => `a forecast of ${date}`;
const md5Of = (date: string) => createHash("md5").update(contentOf(date)).digest("hex");

describe.each(["contract", "live"] as const)("model files on a portal of the %s shape", (shape) => {
  const portal = ofAllTests(
    () => openPortal({ shape }),
    (one) => one.close(),
  );
  const place = ofAllTests(
    async () => {
      const made = await makeCliPlace(portal.url);
      const folder = join(made.root, "models");
      await mkdir(folder);
      const finish = { policy: "settle", seconds: 1 };
      const model = { name, site: "hyytiala", model: "ecmwf", folder, pattern: "%Y%m%d_*.nc", finish };
      await made.configure({ ...made.settings, models: [{ ...model, check: "off" }] });
      for (const date of [before, yesterday])
        await made.write(join(folder, modelName(date)), contentOf(date));
      await made.write(liveName(yesterday), "measured");
      await made.submit();
      return made;
    },
    (one) => one.remove(),
  );

  async function days(...words: readonly string[]) {
    const end = await place.run("coverage", ["--json", "--last", "3", "--instrument", name, ...words]);
    const found = jsonOf<Output<"coverage.days">>(end);
    return { ...end, days: found.days.filter(({ date }) => date !== dayFromToday(0)) };
  }

  test("are covered by day: measured, accepted, processed; no product is awaited of them", async () => {
    await portal.processDue(Date.now() + 3_600_000);
    const found = await days();
    expect(
      found.days.map(({ date, measured, accepted, processed, state }) => [
        date,
        measured,
        accepted,
        processed,
        state,
      ]),
    ).toEqual([before, yesterday].map((date) => [date, 1, 1, 1, "complete"]));
    expect(found.code).toBe(0);
  });

  test("that the portal could not use are told by coverage, status and explain", async () => {
    portal.tampering.alter(md5Of(yesterday), { status: "invalid", updatedAt: new Date().toISOString() });
    await place.submit(["--missing", "--last", "3"]);
    const [, day] = (await days()).days;
    expect(day).toMatchObject({ date: yesterday, accepted: 1, invalid: 1 });
    const status = await place.run("status");
    expect(status.stdout).toContain(`The portal could not use 1 file of ${name}`);
    expect(status.stdout).toContain("check the program that writes its files");
    expect(status.code).toBe(1);
    const path = join(place.root, "models", modelName(yesterday));
    expect((await place.run("explain", [path])).stdout).toContain("The portal could not use it");
  });

  test("that the portal lost are asked for by submit --missing, and sent again after two looks", async () => {
    portal.tampering.forget(md5Of(before));
    const first = await place.submit(["--missing", "--last", "3"]);
    expect(first.report.delivered).toBe(0);
    passLooks(place);
    const second = await place.submit(["--missing", "--last", "3"]);
    expect(second.report.delivered).toBe(1);
    const answer = await fetch(`${portal.url}/api/raw-model-files?site=hyytiala&date=${before}&model=ecmwf`);
    expect(await answer.json()).toMatchObject([{ checksum: md5Of(before), filename: modelName(before) }]);
    const [day] = (await days()).days;
    expect(day).toMatchObject({ date: before, measured: 1, accepted: 1 });
  });
});
