import type { IconName } from "#renderer/components/icon.tsx";

export interface PageLink {
  readonly to: string;
  readonly name: string;
  readonly icon: IconName;
  /** Opens it after `g`. */
  readonly key: string;
}

/** The pages of the rail, from top to bottom. */
export const pageLinks: readonly PageLink[] = [
  { to: "/", name: "Today", icon: "station", key: "t" },
  { to: "/coverage", name: "Coverage", icon: "coverage", key: "c" },
  { to: "/files", name: "Files", icon: "queue", key: "f" },
  { to: "/data", name: "Data", icon: "portal", key: "d" },
  { to: "/log", name: "Log", icon: "journal", key: "l" },
  { to: "/settings", name: "Settings", icon: "settings", key: "s" },
  { to: "/help", name: "Help", icon: "info", key: "h" },
];
