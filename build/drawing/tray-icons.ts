import { type TrayState, trayStates } from "#domain/headline.ts";

/** Grounds that an icon is drawn for; macOS colours a template by itself and looks at its alpha only. */
const trayGrounds = ["light", "dark", "template"] as const;
type TrayGround = (typeof trayGrounds)[number];

/** The shape that a state has on the pages (`StateShape`), bolder: in a box of 32 units around 0,0, filled or stroked with the current colour. */
const shapes: Readonly<Record<TrayState, string>> = {
  complete: `<path fill-rule="evenodd" d="M0-16A16 16 0 1 1 0 16 16 16 0 1 1 0-16ZM-9.5.8-3 7.3 9.5-6.2 6.3-9.2-3.2 1-6.4-2.3Z" fill="currentColor"/>`,
  sending: `<path d="M0-12A12 12 0 1 1-12 0" fill="none" stroke="currentColor" stroke-width="8"/>`,
  waiting: `<circle r="12.5" fill="none" stroke="currentColor" stroke-width="7"/>`,
  offline: `<circle r="13.5" fill="none" stroke="currentColor" stroke-width="5"/><path d="M0-8V1H7" fill="none" stroke="currentColor" stroke-width="5"/>`,
  "needs-you": `<path fill-rule="evenodd" d="M-4.2-17.6a2.6 2.6 0 0 1 4.4 0L15.6 12.4A2.4 2.4 0 0 1 13.6 16H-17.6A2.4 2.4 0 0 1-19.6 12.4ZM-4-8V4H0V-8ZM-4 8v4H0V8Z" fill="currentColor"/>`,
  paused: `<path d="M-12-12h8v28h-8ZM4-12h8v28H4Z" fill="currentColor"/>`,
};

/** The end of the small sail, which would be left beside a shape as a splinter. */
const splinter = `<path d="M7.5-24H20V20H7.5Z"/>`;
const around = `<circle r="20"/>${splinter}`;

/** Areas that are cut out of the boat around a shape, so that both stay readable. */
const clearings: Readonly<Record<TrayState, string>> = {
  complete: around,
  sending: around,
  waiting: around,
  offline: around,
  "needs-you": `<path d="M-2-17 15 16H-19Z" stroke="#000" stroke-width="9" stroke-linejoin="round"/>${splinter}`,
  paused: `<path d="M-16-16h36v36h-36Z"/>`,
};

/** The colours of the pages' states, for a light and a dark ground; the boat itself is neutral. */
const colours: Readonly<Record<TrayGround, Readonly<Record<TrayState | "boat", string>>>> = {
  light: {
    boat: "#2b3947",
    complete: "#2a7148",
    sending: "#0a6299",
    waiting: "#3d4b59",
    offline: "#8a5800",
    "needs-you": "#b3261e",
    paused: "#8a5800",
  },
  dark: {
    boat: "#e8eef4",
    complete: "#74c793",
    sending: "#67bdf0",
    waiting: "#c3ced8",
    offline: "#e6b04f",
    "needs-you": "#ff8379",
    paused: "#e6b04f",
  },
  template: {
    boat: "#000",
    complete: "#000",
    sending: "#000",
    waiting: "#000",
    offline: "#000",
    "needs-you": "#000",
    paused: "#000",
  },
};

/** `markPath`: the outline of the mark in its box of 64 units. Gives the tray icon as SVG. */
export function trayIcon(markPath: string, state: TrayState, ground: TrayGround): string {
  const { boat, [state]: colour } = colours[ground];
  const place = `transform="translate(48 48)"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <mask id="free"><rect width="64" height="64" fill="#fff"/><g ${place}>${clearings[state]}</g></mask>
  <path d="${markPath}" fill="${boat}" mask="url(#free)"/>
  <g ${place} color="${colour}">${shapes[state]}</g>
</svg>
`;
}

/** Draws the mark on the program's button in Windows' task bar while something needs a person. */
function overlayIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <circle cx="32" cy="32" r="31" fill="#fff"/>
  <circle cx="32" cy="32" r="27" fill="#b3261e"/>
  <path d="M27 14h10v22H27ZM27 41h10v10H27Z" fill="#fff"/>
</svg>
`;
}

/** A file of the tray; `file` is its name, as the tray and Electron (`@2x`) look for it. */
export interface TrayFile {
  readonly file: string;
  /** The drawing as SVG. */
  readonly draw: (markPath: string) => string;
  /** Pixels of its pictures; an .ico holds several. */
  readonly sizes: readonly number[];
}

const basePixels = 16;
const densities = [1, 2] as const;
/** Windows chooses by the density of the display, up to 300 %, and knows no `@2x`. */
const icoPixels = [16, 20, 24, 32, 48] as const;

/** Every file of the tray. */
export function trayFiles(): readonly TrayFile[] {
  const drawn = trayStates.flatMap((state) =>
    trayGrounds.flatMap((ground): readonly TrayFile[] => {
      const draw = (markPath: string): string => trayIcon(markPath, state, ground);
      const name = ground === "template" ? `${state}Template` : `${state}-${ground}`;
      const pngs = densities.map((density) => ({
        file: `${name}${density === 1 ? "" : `@${density}x`}.png`,
        draw,
        sizes: [basePixels * density],
      }));
      return ground === "template" ? pngs : [...pngs, { file: `${name}.ico`, draw, sizes: icoPixels }];
    }),
  );
  return [...drawn, { file: "overlay.ico", draw: overlayIcon, sizes: icoPixels }];
}
