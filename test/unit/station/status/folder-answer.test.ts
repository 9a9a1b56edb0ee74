import { expect, it } from "vitest";
import { errorOf, noAnswer } from "#adapters/files/file-errors.ts";
import { folderAnswer } from "#station/status/folder-answer.ts";

const of = (message: string | null, folder = "/data/lidar") =>
  folderAnswer(folder, {
    folderTrouble: message === null ? null : { message, sinceMs: 0 },
    unreadable: null,
  });
const failed = (code: string, path = "/data/lidar") => errorOf(code, { kind: "folder", path }).message;

it.each([
  [failed("ENOENT"), "/data/lidar still does not exist."],
  [failed("EACCES"), "/data/lidar still cannot be read: this user has no permission."],
  [failed("EIO"), "/data/lidar still cannot be reached: the drive or network share does not answer."],
  [failed("EWHAT"), "/data/lidar still cannot be read."],
  [noAnswer("/data/lidar").message, "/data/lidar still does not answer: its drive or network share hangs."],
  [
    'The folder "/data/lidar" is empty and is on another drive than before: is the drive mounted? No file is forgotten.',
    "/data/lidar is still empty and is on another drive than before: is the drive mounted?",
  ],
  ["Something else. It is told as it is.", "Something else. It is told as it is."],
])("%s: %s", (message, words) => {
  expect(of(message)).toEqual({ isReadable: false, message: words });
});

it("names folders with dots and quotes in their names whole", () => {
  const folder = 'D:\\Lidar v1.2 "new"';
  expect(of(failed("ENOENT", folder), folder).message).toBe(`${folder} still does not exist.`);
});

it("says that the folder is back, or that part of it is not", () => {
  expect(of(null)).toEqual({ isReadable: true, message: "/data/lidar can be read again." });
  const unreadable = { count: 1, samplePath: "a", reason: 'The folder "a" cannot be read.', sinceMs: 0 };
  expect(folderAnswer("/data/lidar", { folderTrouble: null, unreadable })).toEqual({
    isReadable: false,
    message: '/data/lidar can be read, but not all of it. The folder "a" cannot be read.',
  });
});
