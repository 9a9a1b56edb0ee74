import fs from "node:fs";
import path from "node:path";
import { makeFolder } from "./owner-only.ts";

/**
 * Replaces a file as a whole: after a crash it has the old text or the new one. A link is followed to the file that
 * it names. `seal` is given the draft before anything is in it, to set its rights. Throws what the system says, and
 * leaves no draft behind then.
 */
export function writeWhole(
  file: string,
  text: string,
  mode: number,
  seal: (draft: string) => void = () => {},
): void {
  const target = behindLinks(file);
  const folder = path.dirname(target);
  makeFolder(folder);
  // A short name of its own: with that of the file it could be too long.
  const draft = path.join(folder, `.skyferry-${crypto.randomUUID()}.tmp`);
  try {
    // "wx" creates it, so that the mode holds.
    fs.writeFileSync(draft, "", { flag: "wx", mode });
    seal(draft);
    fs.writeFileSync(draft, text, { flush: true });
    keepOwner(target, draft);
    fs.renameSync(draft, target);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

function behindLinks(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? path.resolve(path.dirname(file), fs.readlinkSync(file)) : file;
  }
}

/**
 * A file of another user, written by root, stays that user's, and a new one belongs to the owner of its folder: who runs there
 * has to read it. Root alone may give a file away.
 */
function keepOwner(from: string, to: string): void {
  const before = fs.statSync(from, { throwIfNoEntry: false }) ?? fs.statSync(path.dirname(from));
  const after = fs.statSync(to);
  if (before.uid === after.uid && before.gid === after.gid) return;
  try {
    fs.chownSync(to, before.uid, before.gid);
  } catch {
    // As this user's own it can be read by anyone who could write it.
  }
}
