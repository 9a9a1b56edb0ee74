import type { View } from "#test/support/hosts/browser.ts";
import type { Scene } from "./shot-steps.ts";

/** A picture of the documents: a scene in light. */
export interface DocsPicture {
  /** Below `docs/`. */
  readonly file: string;
  readonly station: Scene["station"];
  readonly name: string;
  readonly size: View["size"];
  /** The part that is kept, from the top left, CSS pixels; default: all. */
  readonly height?: number;
}

const wide = { station: "full", size: "wide" } as const;
const situation = (slug: string): DocsPicture => ({
  file: `today/${slug}.png`,
  station: `situation-${slug}`,
  name: "today",
  size: "wide",
  height: 600,
});
const task = (slug: string, more: Partial<DocsPicture> = {}): DocsPicture => ({
  file: `tasks/${slug}.png`,
  station: `task-${slug}`,
  name: slug,
  size: "narrow",
  ...more,
});

/** All pictures of the documents; a test finds others. */
export const docsPictures: readonly DocsPicture[] = [
  { ...wide, file: "today.png", name: "today-known", height: 700 },
  { ...wide, file: "coverage.png", name: "coverage", height: 460 },
  { ...wide, file: "files.png", name: "files", height: 760 },
  { ...wide, file: "data.png", name: "data", height: 860 },
  { file: "today/first.png", station: "empty", name: "setup", size: "wide", height: 600 },
  ...["well", "backlog", "away", "password", "three", "silent", "folder", "paused"].map(situation),
  task("first-station"),
  task("official-client"),
  task("old-data", { height: 420 }),
  task("disk-full"),
  task("prove-a-month"),
  task("new-pc"),
  task("new-pid", { height: 460 }),
  task("many-stations"),
];
