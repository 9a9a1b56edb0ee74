import { expect, test } from "vitest";
import { findHelp, helpSections } from "#renderer/model/help-search.ts";

const load = async () => ({ html: "" });
const settings = {
  name: "settings",
  title: "Settings",
  headings: [
    { text: "Disk space", anchor: "disk-space" },
    { text: "The password", anchor: "the-password" },
  ],
  load,
};
const sections = [
  ...helpSections(
    settings,
    '<p>Where a <code>file</code> is.</p><h2 id="disk-space">Disk space</h2><p>Ten minutes.</p><h2 id="the-password">The password</h2><p>Never on the Disk.</p>',
  ),
  ...helpSections(
    { name: "tasks/full-disk", title: "Disk full", headings: [], load },
    "<p>Free some space.</p>",
  ),
];
const found = (typed: string) =>
  findHelp(sections, typed).map(({ page, anchor }) => (anchor === null ? page : `${page}#${anchor}`));

test("a search of the help finds sections with all words, those named so first", () => {
  expect(found("disk")).toEqual(["settings#disk-space", "tasks/full-disk", "settings#the-password"]);
  expect(found("  SPACE disk ")).toEqual(["settings#disk-space", "tasks/full-disk"]);
  expect(found("settings password")).toEqual(["settings#the-password"]);
  expect(found("file")).toEqual(["settings"]);
  expect(found("code")).toEqual([]);
  expect(found(" ")).toEqual([]);
});
