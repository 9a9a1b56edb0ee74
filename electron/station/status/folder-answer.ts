import type { FolderReport } from "#engine/discovery/folder-state.ts";

/** How the folder of an instrument is, for who has just looked. */
export interface FolderAnswer {
  /** It was looked through, all of it. */
  readonly isReadable: boolean;
  /** `/data/lidar still does not exist.` */
  readonly message: string;
}

/** Says how the folder is after a look through it. */
export function folderAnswer(
  folder: string,
  { folderTrouble, unreadable }: Pick<FolderReport, "folderTrouble" | "unreadable">,
): FolderAnswer {
  if (folderTrouble !== null)
    return { isReadable: false, message: stillWords(folder, folderTrouble.message) };
  return unreadable === null
    ? { isReadable: true, message: `${folder} can be read again.` }
    : { isReadable: false, message: `${folder} can be read, but not all of it. ${unreadable.reason}` };
}

/** The first sentence of a message about the folder, as of something that lasts; another message as it is. */
function stillWords(folder: string, message: string): string {
  const [, said] = /^The folder ".*?" (.*)$/s.exec(message) ?? [];
  if (said === undefined) return message;
  const first = /^.*?[.?](?= |$)/s.exec(said)?.[0] ?? said;
  const words = first.replace(/ \([A-Z]+\)(?=\.$)/, "");
  return `${folder} ${words.startsWith("is ") ? `is still ${words.slice(3)}` : `still ${words}`}`;
}
