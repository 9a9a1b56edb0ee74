import { expect, test } from "vitest";
import {
  type Condition,
  commonConditions,
  isOneOf,
  newestFirstSql,
  rawConditions,
  readRow,
  selectRows,
} from "#mock-portal/read-routes/conditions.ts";
import { fileConditions } from "#mock-portal/read-routes/file-routes.ts";
import type { CommonQuery, RawQuery } from "#mock-portal/read-routes/query-parameters.ts";
import type { StoredProductFile } from "#mock-portal/store/records.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { lidarPid, nowMs, radarPid, uuid } from "./tiny-catalogue.ts";
import { openTinyStore } from "./tiny-store.ts";

const tiny = ofAllTests(openTinyStore, ({ end }) => end());

/** Numbers of the records of a table that meet the conditions, the newest first. */
function found(table: string, conditions: Condition[], limit?: string): number[] {
  return selectRows(tiny.store, table, conditions, newestFirstSql, limit).map((row) =>
    Number(readRow<{ uuid: string }>(tiny.store, table, row)?.uuid.slice(-12)),
  );
}

const files: [Partial<CommonQuery>, number[]][] = [
  [{}, [105, 104, 102, 101, 103]],
  [{ site: ["bare"] }, [104]],
  [{ site: ["bare", "hyytiala"] }, [105, 104, 102, 101, 103]],
  [{ site: [] }, []],
  [{ date: "2024-05-09" }, [104]],
  [{ dateFrom: "2024-05-09" }, [105, 104]],
  [{ dateFrom: "2024-05-10" }, [105]],
  [{ dateTo: "2024-05-09" }, [104, 102, 101, 103]],
  [{ dateTo: "2024-05-08" }, [102, 101, 103]],
  [{ updatedAtFrom: "2024-05-03T03:00:00Z" }, [102]],
  [{ updatedAtFrom: "2024-05-03T05:00:00+02:00" }, [102]],
  [{ updatedAtFrom: "2024-05-03T03:00:00.001Z" }, []],
  [{ updatedAtTo: "2024-05-02T03:00:00Z", site: ["hyytiala"] }, [105, 101, 103]],
  [{ updatedAtTo: "2024-05-02" }, []],
];
test.each(files)("files of %j are %j", (query, numbers) => {
  expect(found("files", commonConditions(query as CommonQuery))).toEqual(numbers);
});

const raws: [Partial<RawQuery>, number[]][] = [
  [{}, [302, 301]],
  [{ site: ["bare"] }, [302]],
  [{ status: ["created"] }, [302]],
  [{ status: ["processed", "uploaded"] }, [301]],
  [{ filename: ["240501_000000_P09_ZEN.LV1"] }, [301]],
  [{ filename: ["240501_000000_P09_ZEN"] }, []],
  [{ filenamePrefix: ["2405"] }, [301]],
  [{ filenamePrefix: ["405"] }, []],
  [{ filenamePrefix: ["Stare", "2405"] }, [302, 301]],
  [{ filenamePrefix: ["%"] }, []],
  [{ filenameSuffix: ["LV1"] }, [301]],
  [{ filenameSuffix: ["LV"] }, []],
  [{ filenameSuffix: [".hpl", ".LV1"] }, [302, 301]],
  [{ filenamePrefix: ["2405"], filenameSuffix: [".hpl"] }, []],
];
test.each(raws)("raw files of %j are %j", (query, numbers) => {
  expect(found("uploads", rawConditions(query as RawQuery))).toEqual(numbers);
});

test("a limit cuts the list behind the newest", () => {
  expect(found("files", [], "2")).toEqual([105, 104]);
});

test("one value or several make one demand, none makes no demand", () => {
  expect(isOneOf("product_id", undefined)).toEqual([]);
  expect(found("files", isOneOf("product_id", ["categorize"]))).toEqual([103]);
  expect(found("files", isOneOf("product_id", ["categorize", "radar"]))).toHaveLength(5);
});

test("records of a day and a moment are ordered by their id", () => {
  const rows = selectRows(
    tiny.store,
    "files",
    commonConditions({ date: "2024-05-01" } as CommonQuery),
    newestFirstSql,
  );
  expect(rows.map((row) => readRow<StoredProductFile>(tiny.store, "files", row)?.uuid)).toEqual([
    uuid(102),
    uuid(101),
    uuid(103),
  ]);
});

test("a record that is gone by now is undefined", () => {
  expect(readRow(tiny.store, "files", 999)).toBeUndefined();
});

type FileQuery = Parameters<typeof fileConditions>[0];
const searches: [Partial<FileQuery>, number[]][] = [
  [{}, [105, 104, 102, 103]],
  [{ allVersions: true }, [105, 104, 102, 101, 103]],
  [{ product: ["categorize"] }, [103]],
  [{ dateFrom: "2024-05-09" }, [104]],
  [{ dateFrom: "2024-05-09", dateTo: "2024-05-12" }, [105, 104]],
  [{ dateTo: "2024-05-12" }, [105, 104, 102, 103]],
  [{ instrument: ["rpg-fmcw-94"] }, [105, 104, 102]],
  [{ instrument: ["halo-doppler-lidar"] }, []],
  [{ instrumentPid: [radarPid] }, [105, 104, 102]],
  [{ instrument: ["rpg-fmcw-94"], instrumentPid: [lidarPid] }, []],
  [{ model: ["gdas1"] }, [105, 104, 102, 103]],
  [{ filename: ["20240501_hyytiala_103.nc", "20240501_hyytiala_104.nc"] }, [104, 103]],
  [{ volatile: "TRUE" }, []],
  [{ volatile: "true", allVersions: true }, [101]],
  [{ volatile: "false" }, [105, 104, 102, 103]],
];
const context = (): Parameters<typeof fileConditions>[1] =>
  ({ clock: { nowMs: () => nowMs }, catalogue: tiny.catalogue }) as Parameters<typeof fileConditions>[1];
test.each(searches)("current files of %j, none of the future unless asked for, are %j", (query, numbers) => {
  expect(found("files", fileConditions(query as FileQuery, context(), "files"))).toEqual(numbers);
});

const modelSearches: [Partial<FileQuery>, number[]][] = [
  [{}, [204, 201, 202]],
  [{ model: ["gdas1"] }, [204, 201]],
  [{ instrument: ["rpg-fmcw-94"] }, []],
];
test.each(modelSearches)("current model files of %j are %j", (query, numbers) => {
  const conditions = fileConditions(query as FileQuery, context(), "model_files");
  expect(found("model_files", conditions)).toEqual(numbers);
});
