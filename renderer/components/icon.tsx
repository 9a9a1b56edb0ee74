/** Line drawings on a grid of 20, made for this program. */
const drawings = {
  station: "M10 3v14M10 3l-5 14M10 3l5 14M6.5 12h7M3 5.5a4 4 0 0 1 3-3M17 5.5a4 4 0 0 0-3-3",
  coverage: "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z",
  queue: "M3 5h14M3 10h14M3 15h9",
  portal:
    "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM2.5 10h15M10 2.5c-2.5 2-3.5 4.5-3.5 7.5s1 5.5 3.5 7.5c2.5-2 3.5-4.5 3.5-7.5s-1-5.5-3.5-7.5Z",
  journal: "M5 2.5h8.5a2 2 0 0 1 2 2v13H6.5a2 2 0 0 1-2-2v-12.5M8 7h4.5M8 10.5h4.5M8 14h2.5",
  settings: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4",
  calendar: "M3.5 4.5h13v12h-13zM3.5 8.5h13M7 2.5v4M13 2.5v4",
  copy: "M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7",
  tick: "m4 10.5 4 4 8-9",
  cross: "m5 5 10 10M15 5 5 15",
  search: "M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM12.5 12.5 17 17",
  download: "M10 3v10M5.5 9 10 13.5 14.5 9M3.5 17h13",
  retry: "M16 10a6 6 0 1 1-1.8-4.3M16 2.5v4h-4",
  folder: "M2.5 5h5l2 2h8v9h-15z",
  open: "M11 3h6v6M17 3l-8 8M8 4H3.5v12.5H16V12",
  down: "m5 7.5 5 5 5-5",
  up: "m5 12.5 5-5 5 5",
  left: "m12.5 5-5 5 5 5",
  right: "m7.5 5 5 5-5 5",
  menu: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  info: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15ZM10 9v5M10 6.2v.2",
  lock: "M4.5 9h11v8h-11zM7 9V6.5a3 3 0 0 1 6 0V9",
  pause: "M6.5 4v12M13.5 4v12",
  snooze: "M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM7.5 8h5l-5 4.5h5M4 2.5 2 4.5M16 2.5l2 2",
  play: "M6 3.5v13l10-6.5z",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  bin: "M3.5 5.5h13M8 5.5V3h4v2.5M5 5.5l1 11.5h8l1-11.5",
  pen: "M3.5 16.5 4.5 12 13.5 3l3.5 3.5L8 15.5z",
  zoom: "M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM12.5 12.5 17 17M8.5 6v5M6 8.5h5",
  pin: "M10 17.5s-5.5-5-5.5-9.5a5.5 5.5 0 0 1 11 0c0 4.5-5.5 9.5-5.5 9.5ZM10 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z",
} as const;

export type IconName = keyof typeof drawings;

/** A drawing beside words, or in a button that has a label of its own. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "menu" ? 2.4 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
