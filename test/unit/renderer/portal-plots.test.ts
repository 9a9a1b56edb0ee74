import { describe, expect, it, vi } from "vitest";
import { createPlotImages } from "#renderer/plots/plot-images.ts";
import { cropOf, plotsOf, plotWords, type VisualizationShown } from "#renderer/plots/wall.ts";

const dimensions = {
  width: 200,
  height: 100,
  marginTop: 10,
  marginRight: 40,
  marginBottom: 10,
  marginLeft: 60,
};

const visualization = (parts: Partial<VisualizationShown>): VisualizationShown => ({
  sourceFileId: "f1",
  visualizations: [
    {
      s3key: "second.png",
      productVariable: { id: "v2", humanReadableName: "Two", order: 2, infraName: null },
      dimensions,
    },
    {
      s3key: "first.png",
      productVariable: { id: "v1", humanReadableName: "One", order: 1, infraName: null },
      dimensions: null,
    },
  ],
  productHumanReadable: "Radar",
  locationHumanReadable: "Hyytiälä",
  volatile: true,
  legacy: false,
  experimental: null,
  source: null,
  ...parts,
});

describe("the wall of plots", () => {
  it("hangs by day, site, product and the portal's order of variables", () => {
    const other = visualization({ sourceFileId: "f2", productHumanReadable: "Lidar" });
    const plots = plotsOf([visualization({}), other], "2026-11-20", () => undefined);
    expect(plots.map(({ product, variable }) => `${product} ${variable}`)).toEqual([
      "Lidar One",
      "Lidar Two",
      "Radar One",
      "Radar Two",
    ]);
    expect(plotWords(plots[0] as never, Date.parse("2026-11-24T12:00:00Z"))).toBe(
      "Lidar: One, Hyytiälä, Friday 20 November",
    );
  });

  it("takes the day from the file where a span is shown", () => {
    const dates: Record<string, string> = { f1: "2026-11-18", f2: "2026-11-19" };
    const plots = plotsOf(
      [visualization({}), visualization({ sourceFileId: "f2" })],
      null,
      (id) => dates[id],
    );
    expect(plots.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-19", "2026-11-18", "2026-11-18"]);
  });

  it("is cut to the plot area by the stated margins", () => {
    expect(cropOf(dimensions)).toEqual({
      aspect: 1.25,
      widthPercent: 200,
      heightPercent: 125,
      leftPercent: -60,
      topPercent: -12.5,
    });
    expect(cropOf(null)).toBeNull();
    expect(cropOf({ ...dimensions, marginLeft: 170 })).toBeNull();
    expect(cropOf({ ...dimensions, marginTop: -5 })).toBeNull();
  });
});

describe("the pictures of a wall", () => {
  const fixture = (mostIdle: number) => {
    const load = vi.fn(async (s3key: string) => ({ base64: s3key }));
    const revoked: string[] = [];
    const images = createPlotImages(
      { load, open: (base64) => `blob:${base64}`, revoke: (url) => void revoked.push(url) },
      mostIdle,
    );
    return { load, revoked, images };
  };

  it("are fetched once for several users and kept while one looks", async () => {
    const { load, revoked, images } = fixture(0);
    await images.take("a");
    expect(await images.take("a")).toEqual({ kind: "here", url: "blob:a" });
    images.release("a");
    expect(revoked).toEqual([]);
    images.release("a");
    expect(revoked).toEqual(["blob:a"]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("stay bounded when the wall is long: the one that was idle longest goes first", async () => {
    const { revoked, images } = fixture(2);
    for (const key of ["a", "b", "c", "d"]) {
      await images.take(key);
      images.release(key);
    }
    expect(revoked).toEqual(["blob:a", "blob:b"]);
    images.clear();
    expect(revoked).toHaveLength(4);
  });

  it("are not fetched when they were scrolled away before their turn", async () => {
    const { load, images } = fixture(0);
    const first = ["1", "2", "3", "4"].map((key) => images.take(key));
    const late = images.take("late");
    images.release("late");
    await Promise.all([...first, late]);
    expect(load.mock.calls.map(([key]) => key)).toEqual(["1", "2", "3", "4"]);
  });

  it("that failed are asked for again", async () => {
    let isDown = true;
    const images = createPlotImages(
      {
        load: async () => (isDown ? { message: "no PNG", isMissing: false } : { base64: "x" }),
        open: () => "blob:x",
        revoke: () => undefined,
      },
      2,
    );
    expect(await images.take("a")).toEqual({ kind: "failed", message: "no PNG", isMissing: false });
    images.release("a");
    isDown = false;
    expect((await images.take("a")).kind).toBe("here");
  });

  it("that arrive after the wall has gone are let go at once", async () => {
    const { revoked, images } = fixture(5);
    const coming = images.take("a");
    images.clear();
    await coming;
    expect(revoked).toEqual(["blob:a"]);
  });
});
