import { say } from "#base/say.ts";
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
  { to: "/", name: say("Today"), icon: "station", key: "t" },
  { to: "/coverage", name: say("Coverage"), icon: "coverage", key: "c" },
  { to: "/files", name: say("Files"), icon: "queue", key: "f" },
  { to: "/data", name: say("Data"), icon: "portal", key: "d" },
  { to: "/log", name: say("Log"), icon: "journal", key: "l" },
  { to: "/settings", name: say("Settings"), icon: "settings", key: "s" },
  { to: "/help", name: say("Help"), icon: "info", key: "h" },
];
