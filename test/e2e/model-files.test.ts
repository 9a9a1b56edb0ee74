import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ofAllTests, ofEachTest } from "#test/support/builders/of-tests.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";
import { dayFromToday, liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { jsonOf, startCli } from "#test/support/hosts/cli-run.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";
import { startWire, textAnswer } from "#test/support/portals/wire.ts";

/** A station with a ceilometer and the files of one model; `url`: where it finds its portal. */
async function makePlace(url: string) {
  const place = await makeCliPlace(url);
  const models = join(place.root, "models");
  await mkdir(models);
  const model = {
    name: "ECMWF model",
    site: "hyytiala",
    model: "ecmwf",
    folder: models,
    pattern: "%Y%m%d_*_ecmwf*.nc",
    finish: { policy: "settle", seconds: 1 },
  };
  const settings = { ...place.settings, models: [model] };
  await place.configure(settings);
  const write = (name: string, content: string) => place.write(join(models, name), content);
  return { ...place, settings, model, writeModel: write };
}

const modelName = (date: string, what = "hyytiala") => `${date.replaceAll("-", "")}_${what}_ecmwf.nc`;

interface ModelRecord {
  readonly filename: string;
  readonly modelId: string;
  readonly measurementDate: string;
  readonly siteId: string;
  readonly status: string;
  readonly downloadUrl: string;
}

describe.each(["contract", "live"] as const)("model files and a portal of the %s shape", (shape) => {
  const portal = ofAllTests(
    () => openPortal({ shape }),
    (one) => one.close(),
  );
  const place = ofEachTest(
    () => makePlace(portal.url),
    (one) => one.remove(),
  );

  /** Raw model files as the portal lists them, with their content. */
  async function onThePortal(date: string) {
    const answer = await fetch(`${portal.url}/api/raw-model-files?site=hyytiala&date=${date}&model=ecmwf`);
    const records = (await answer.json()) as readonly ModelRecord[];
    return await Promise.all(
      records.map(async ({ filename, modelId, status, downloadUrl }) => {
        const content = status === "created" ? null : await (await fetch(downloadUrl)).text();
        return { filename, modelId, content };
      }),
    );
  }

  test("model files and files of an instrument are on the portal byte for byte, each by its own routes", async () => {
    const date = "2021-03-04";
    const path = await place.writeModel(modelName(date), "a forecast");
    await place.writeModel("readme.txt", "not of the pattern");
    await place.write(liveName(date), "measured");
    const before = (await portalProbe(portal.url).now()).request;
    const first = await place.submit();
    expect(first).toMatchObject({ code: 0, stderr: "", report: { found: 2, delivered: 2 } });
    expect(await onThePortal(date)).toEqual([
      { filename: basename(path), modelId: "ecmwf", content: await readFile(path, "utf8") },
    ]);
    const seen = await portalProbe(portal.url).requests(before);
    const uploads = seen
      .filter(({ method }) => method !== "GET")
      .map(({ method, path: at }) => [method, at.replace(/[0-9a-f]{32}/, "MD5")]);
    expect(uploads.toSorted()).toEqual([
      ["POST", "/model-upload/metadata"],
      ["POST", "/upload/metadata/"],
      ["PUT", "/model-upload/data/MD5"],
      ["PUT", "/upload/data/MD5"],
    ]);
    const second = await place.submit();
    expect(second.report).toMatchObject({ found: 2, delivered: 0, requests: { post: 0, put: 0, get: 0 } });
    const status = JSON.parse((await place.run("status", ["--json"])).stdout);
    expect(status.instruments[1]).toMatchObject({ kind: "model", name: "ECMWF model", instrument: "ecmwf" });
    expect((await place.run("explain", [path])).stdout).toContain("\nModel: ECMWF model\n");
    expect(JSON.parse((await place.run("explain", ["--json", path])).stdout)).toMatchObject({
      kind: "model",
    });
    const measured = join(place.folder, liveName(date));
    expect((await place.run("explain", [measured])).stdout).toContain("\nInstrument: Ceilometer\n");
  });

  test("a new data folder finds what the portal has of a model: known, other names as twins, changed content replaced", async () => {
    const date = "2021-05-06";
    await place.writeModel(modelName(date), "same bytes of a model");
    await place.submit();
    // A portal that offers only what its contract names: its list of model files tells.
    const wire = await startWire(portal.url);
    wire.judge(({ method, path }) =>
      method === "GET" && path.startsWith("/upload/metadata")
        ? { answer: textAnswer("404 Not Found", "Not found") }
        : "pass",
    );
    const other = await makePlace(wire.url);
    await other.writeModel(modelName(date), "same bytes of a model");
    await other.writeModel(modelName(date, "copy"), "same bytes of a model");
    const { report } = await other.submit();
    expect(report).toMatchObject({ found: 2, delivered: 0, known: 1, twins: 1, requests: { put: 0 } });
    await place.writeModel(modelName(date), "another forecast");
    expect((await place.submit()).report).toMatchObject({ delivered: 1, requests: { post: 1, put: 1 } });
    expect(await onThePortal(date)).toEqual([
      { filename: modelName(date), modelId: "ecmwf", content: "another forecast" },
    ]);
    const checked = JSON.parse((await place.run("verify", ["--json", "--from", date, "--to", date])).stdout);
    expect(checked).toMatchObject({ checked: 1, same: 1, lost: [], replaced: [] });
    await wire.close();
    await other.remove();
  });

  test("files of two models with one name are two records; what the portal refuses is told", async () => {
    const date = "2021-07-08";
    const folder = join(place.root, "icon");
    await mkdir(folder);
    const icon = { ...place.model, name: "ICON", model: "icon-iglo-12-23", folder };
    const unknown = {
      ...place.model,
      name: "Nobody's",
      model: "no-such-model",
      folder: join(place.root, "x"),
    };
    await mkdir(unknown.folder);
    await place.configure({ ...place.settings, models: [place.model, icon, unknown] });
    await place.writeModel(modelName(date), "of ECMWF");
    await place.write(join(folder, modelName(date)), "of ICON");
    await place.write(join(unknown.folder, modelName(date)), "of nobody");
    const { report } = await place.submit();
    expect(report).toMatchObject({ delivered: 2, blocked: [{ cause: "refused" }] });
    expect(report.blocked[0]?.message).toMatch(/Fix the cause/);
  });

  test.each(["POST", "PUT"])(
    "a SIGKILL while %s is answered: the file is accepted once, byte for byte",
    async (method) => {
      const wire = await startWire(portal.url);
      const killed = await makePlace(wire.url);
      const date = method === "POST" ? dayFromToday(-1) : dayFromToday(-2);
      const content = `a forecast of ${date}`;
      await killed.writeModel(modelName(date), content);
      let isHeld = (): void => {};
      const held = new Promise<void>((resolve) => {
        isHeld = resolve;
      });
      wire.judge((passing) => {
        if (
          passing.direction !== "answer" ||
          passing.method !== method ||
          !passing.path.startsWith("/model-upload")
        )
          return "pass";
        isHeld();
        return "hold";
      });
      const run = startCli(["submit", "--data", killed.dataFolder, "--json"]);
      await held;
      await run.stop("SIGKILL");
      wire.judge(() => "pass");
      const { code, report } = await killed.submit();
      expect({ code, ...report }).toMatchObject({ code: 0, found: 1, blocked: [], waiting: [] });
      expect(report.delivered + report.known).toBe(1);
      expect(await onThePortal(date)).toEqual([{ filename: modelName(date), modelId: "ecmwf", content }]);
      const uploads = (await portalProbe(portal.url).requests(0)).filter(
        ({ method: one, status, path }) =>
          one === "PUT" && status === 201 && path.startsWith("/model-upload"),
      );
      expect(uploads.filter(({ checksum }) => checksum === uploads.at(-1)?.checksum)).toHaveLength(1);
      await wire.close();
      await killed.remove();
    },
  );

  test("models of the official client's configuration are taken over and sent", async () => {
    const date = "2021-09-10";
    await place.writeModel(modelName(date), "of the official client");
    const toml = join(place.root, "config.toml");
    const data = join(place.root, "imported");
    await writeFile(
      toml,
      `[user_account]\nusername = "station"\npassword = "station"\n[[model]]\nsite = "hyytiala"\nmodel = "ecmwf"\npath_fmt = "${place.model.folder}/${place.model.pattern}"\n`,
    );
    const words = ["import-submit-config", toml, "--data", data, "--portal-url", portal.url];
    const done = await runInProcess(words, { password: null });
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toContain("0 instruments and 1 model written to");
    const again = await runInProcess(words, { password: null });
    expect(again.stdout).toContain("1 model already in the settings: left unchanged.");
    const end = await runInProcess(["submit", "--data", data, "--json", "--wait", "90"], { password: null });
    expect({ code: end.code, ...jsonOf<object>(end) }).toMatchObject({ code: 0, found: 1, delivered: 1 });
    expect(await onThePortal(date)).toMatchObject([{ modelId: "ecmwf", content: "of the official client" }]);
  });
});
