import { expect, it } from "vitest";
import { actionRoute } from "#contract/page-routes.ts";
import { firstActionOf, refusalRemedy, withRest } from "#domain/refusal.ts";
import { issuesOf } from "#station/status/issues.ts";
import { causeOf, halfPastTwo, statusWith } from "#test/support/builders/status-shapes.ts";

const refused = (portalMessage: string | null, count: number, instrument: string | null) => ({
  ...causeOf("refused", count),
  portalMessage,
  instrument,
  stoppedAtMs: halfPastTwo,
});

it("are one issue for each answer of the portal, in its words, with the step that helps first", () => {
  const causes = [
    refused("Unknown site", 5, null),
    refused("Unknown instrument PID", 3, "Radar"),
    refused("The moon is full", 2, "Lidar"),
    refused(null, 1, null),
  ];
  const issues = issuesOf(statusWith({ blocked: 11 }, { causes }), halfPastTwo);
  const route = ({ action, filter }: (typeof issues)[number]) => actionRoute(action, filter as never);
  expect(issues.map((one) => [one.key, one.label, one.action, route(one)])).toEqual([
    [
      "files:refused:Unknown site",
      "5 files were refused by the portal: “Unknown site”",
      "choose-site",
      "/settings/instruments",
    ],
    [
      "files:refused:Unknown instrument PID",
      "3 files were refused by the portal: “Unknown instrument PID”",
      "choose-pid",
      "/settings/instruments?name=Radar&field=instruments.pid",
    ],
    [
      "files:refused:The moon is full",
      "2 files were refused by the portal: “The moon is full”",
      "show-files",
      "/files?cause=refused&instrument=Lidar",
    ],
    ["files:refused", "1 file was refused by the portal", "show-files", "/files?cause=refused"],
  ]);
});

it("say first what helps, by every answer that names a setting", () => {
  const action = (words: string | null) => refusalRemedy(words)?.action ?? null;
  expect(
    [
      "Unknown site",
      "unknown tag",
      "Unknown instrument PID",
      "Instrument doesn't match instrument PID",
      "instrumentPid must be Handle",
      "Unknown model",
      "MeasurementDate is in the future",
      "Unknown sitemap",
      null,
    ].map(action),
  ).toEqual([
    "choose-site",
    "choose-tags",
    "choose-pid",
    "choose-pid",
    "choose-pid",
    "choose-model",
    "check-clock",
    null,
    null,
  ]);
  expect(firstActionOf({ cause: "too-large", portalMessage: "Unknown site" })).toBe("show-files");
});

it("count every file where the portal answers each in other words", () => {
  const many = Array.from({ length: 50 }, (_, n) => refused(`Bad file ${n}`, 1, n === 0 ? "Radar" : "Lidar"));
  const groups = withRest([refused("Unknown tag", 60, "Radar"), ...many] as never) as typeof many;
  expect(groups.map(({ portalMessage, count }) => [portalMessage, count])).toEqual([
    ["Unknown tag", 60],
    [null, 47],
    ["Bad file 0", 1],
    ["Bad file 1", 1],
    ["Bad file 2", 1],
  ]);
});

it("keeps a label short", () => {
  const [issue] = issuesOf(
    statusWith({ blocked: 1 }, { causes: [refused("x".repeat(5_000), 1, null)] }),
    halfPastTwo,
  );
  expect(issue?.key.length).toBeLessThan(300);
  expect(issue?.label.length).toBeLessThan(300);
});
