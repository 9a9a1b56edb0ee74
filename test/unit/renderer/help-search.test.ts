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
    '<p>Where a <code>file</code> is.</p><h2 id="disk-space">Disk space</h2><p>Ten minutes.</p><h2 id="the-password">The password</h2><p hidden>log in</p><p>Never on the Disk.</p>',
  ),
  ...helpSections(
    { name: "tasks/full-disk", title: "Disk full", headings: [], load },
    "<p>Free some space.</p>",
  ),
];
const found = (typed: string) =>
  findHelp(sections, typed).map(({ page, anchor }) => (anchor === null ? page : `${page}#${anchor}`));

test("a search of the help finds sections with what was typed: tasks first, then those named so", () => {
  expect(found("disk")).toEqual(["tasks/full-disk", "settings#disk-space", "settings#the-password"]);
  expect(found("  SPACE disk ")).toEqual(["tasks/full-disk", "settings#disk-space"]);
  expect(found("settings password")).toEqual(["settings#the-password"]);
  expect(found("file")).toEqual(["settings"]);
  expect(found("pace")).toEqual([]);
  expect(found(" ")).toEqual([]);
});

test("fillers and endings of words do not count, words that people also use do, and of three one may be missing", () => {
  expect(found("what is my password?")).toEqual(found("passwords"));
  expect(found("what is")).toEqual([]);
  expect(found("login")).toEqual([]);
  expect(found("log in")).toEqual(["settings#the-password"]);
  expect(found("free zeppelin space")).toEqual(["tasks/full-disk"]);
  expect(found("free zeppelin")).toEqual([]);
});
