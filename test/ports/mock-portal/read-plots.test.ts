import { describe, expect, test } from "vitest";
import type { Seed, StoredRecords } from "#mock-portal/store/records.ts";
import { uuid } from "./tiny-catalogue.ts";
import { portalOfAllTests } from "./tiny-portal.ts";
import { tinySeed } from "./tiny-seed.ts";

/** The tiny seed; two model files have plots as well, and one of them is copied to another site. */
const seed: Seed = (target, today) =>
  tinySeed(
    {
      ...target,
      insert: (records: Partial<StoredRecords>) => {
        const [, ecmwf] = records.modelFiles ?? [];
        if (ecmwf === undefined) throw new Error("The tiny seed has a second model file.");
        const plot = (number: number) => ({
          sourceFileId: uuid(number),
          s3key: `plots/${number}-Zh.png`,
          variableId: "radar-Zh",
          dimensions: null,
        });
        target.insert({
          ...records,
          modelFiles: [...(records.modelFiles ?? []), { ...ecmwf, uuid: uuid(205), siteId: "bare" }],
          plots: [...(records.plots ?? []), plot(201), plot(202), plot(203)],
        });
      },
    },
    today,
  );

const tiny = portalOfAllTests({ seed });

type Plots = { sourceFileId: string; visualizations: { s3key: string }[] };

/** Last digits of the uuids of the files whose plots are listed. */
async function sources(query: string): Promise<number[]> {
  const lists: Plots[] = await tiny.json(`/api/visualizations?${query}`);
  return lists.map(({ sourceFileId }) => Number(sourceFileId.slice(-12)));
}

describe("docs/portal/observed.md §3: plots of product files and of model files", () => {
  const searches: [string, number[]][] = [
    ["dateFrom=2024-05-01", [104, 201, 102, 202]],
    ["dateFrom=2024-05-01&limit=1", [104]],
    ["dateFrom=2024-05-01&limit=3", [104, 201, 102]],
    ["date=2024-05-01&allVersions", [201, 102, 202, 203]],
    ["product=model&date=2024-05-01", [201, 202]],
    ["variable=radar-v&date=2024-05-01", [102]],
  ];
  test.each(searches)("are one list, newest first: %s gives %j", async (query, numbers) => {
    expect(await sources(query)).toEqual(numbers);
  });

  test("each file has its own", async () => {
    const lists: Plots[] = await tiny.json("/api/visualizations?product=model&date=2024-05-01");
    expect(lists.map(({ visualizations }) => visualizations.map(({ s3key }) => s3key))).toEqual([
      ["plots/201-Zh.png"],
      ["plots/202-Zh.png"],
    ]);
    expect(await tiny.json(`/api/visualizations/${uuid(202)}`)).toMatchObject({
      sourceFileId: uuid(202),
      visualizations: [{ s3key: "plots/202-Zh.png" }],
    });
  });

  test("a file without plots has an empty list of its own", async () => {
    expect(await tiny.json(`/api/visualizations/${uuid(103)}`)).toMatchObject({ visualizations: [] });
  });
});

describe("docs/portal/api.md, rule 4: the optimum model file", () => {
  const searches: [string, number[]][] = [
    ["dateFrom=2024-05-01", [204, 202, 205]],
    ["dateFrom=2024-05-01&limit=1", [204]],
    ["dateFrom=2024-05-01&allModels&limit=3", [204, 202, 205]],
    ["dateFrom=2024-05-01&allModels", [204, 202, 205, 201]],
    ["dateFrom=2024-05-01&model=ecmwf&model=gdas1", [204, 202, 205, 201]],
    ["site=bare&date=2024-05-01", [205]],
  ];
  test.each(searches)("is one of each site and day: %s gives %j", async (query, numbers) => {
    const files: { uuid: string }[] = await tiny.json(`/api/model-files?${query}`);
    expect(files.map((file) => Number(file.uuid.slice(-12)))).toEqual(numbers);
  });
});

describe("docs/portal/observed.md §3: limits", () => {
  const limits = ["/api/files?dateFrom=2024-01-01&allVersions", "/api/raw-files?dateFrom=2024-01-01"];
  test.each(limits)("%s&limit=1 gives the first", async (path) => {
    const all: unknown[] = await tiny.json(path);
    expect(all.length).toBeGreaterThan(1);
    expect(await tiny.json(`${path}&limit=1`)).toEqual(all.slice(0, 1));
  });
});
