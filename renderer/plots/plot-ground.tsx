/** Filter `plot-ground`: takes the white out of a picture, so that its ground is that of the page. Colours of data stay as they are. */
export function PlotGround() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: "absolute" }}>
      <filter id="plot-ground" colorInterpolationFilters="sRGB">
        {channels.map((values, at) => (
          <feColorMatrix key={values} in="SourceGraphic" values={values} result={`channel-${at}`} />
        ))}
        <feBlend in="channel-0" in2="channel-1" mode="darken" />
        <feBlend in2="channel-2" mode="darken" />
        <feColorMatrix values={whiteness} result="white" />
        <feBlend in="SourceGraphic" in2="white" mode="difference" result="plot" />
        <feFlood style={{ floodColor: "var(--sky-surface)" }} />
        <feBlend in2="plot" mode="lighten" />
      </filter>
    </svg>
  );
}

/** Red, green and blue, each as a grey. */
const channels = [0, 1, 2].map((channel) => {
  const row = [0, 1, 2, 3, 4].map((place) => (place === channel ? 1 : 0)).join(" ");
  return `${row} ${row} ${row} 0 0 0 1 0`;
});

/** Keeps of the least of the three only what is nearly white: pale data are not. */
const whiteness = "3 0 0 0 -2  0 3 0 0 -2  0 0 3 0 -2  0 0 0 1 0";
