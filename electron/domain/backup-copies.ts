/** `station-20261128T010203Z.tar.gz`: in the order of their names they are in the order of their times. */
const copyName = /^station-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/** Name of a copy of this moment. */
export function newCopyName(nowMs: number): string {
  return `station-${new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "")}.tar.gz`;
}

/** When the copy of this name was made, epoch milliseconds. */
export function copyTime(name: string): number {
  return Date.parse(name.replace(copyName, "$1-$2-$3T$4:$5:$6Z"));
}

/** Copies among the names of a folder, oldest first. */
export function copiesAmong(names: readonly string[]): readonly string[] {
  return names.filter((name) => copyName.test(name)).toSorted();
}
