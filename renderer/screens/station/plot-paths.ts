import "#renderer/language.ts";
import uPlot from "uplot";

/** Bars that fill most of their place, at least two pixels wide. */
export function bars(): uPlot.Series.PathBuilder {
  const { bars: build } = uPlot.paths;
  if (build === undefined) throw new Error("uPlot was built without bars");
  return build({ size: [0.7, 100, 2] });
}

/** Each value holds until the next one. */
export function steps(): uPlot.Series.PathBuilder {
  const { stepped: build } = uPlot.paths;
  if (build === undefined) throw new Error("uPlot was built without steps");
  return build({ align: 1 });
}
