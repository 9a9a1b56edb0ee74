import { rmSync } from "node:fs";
import { join } from "node:path";
import { cost, type Kind, kinds, type Taken } from "./support/growth.ts";
import { loadNow } from "./support/process-facts.ts";
import { median, type Row } from "./support/report.ts";
import { writeSpread } from "./support/stations.ts";
import { scratchFolder } from "./support/trees.ts";

/** Cost may grow no faster than the work, with this much for chance. */
const most = 1.2;

const smallFiles = 2_000;
/** Difference of memory between runs of one and the same work, megabytes. */
const chanceMB = 16;

/** A tree of a comparison. */
interface Size {
  readonly files: number;
  readonly folders: number;
}

/** S1: 1,000, 10,000 and 100,000 files side by side, in folders of 1,000 each. */
export function filesGrow(scale: number): Promise<Row[]> {
  const sizes = [1_000, 10_000, 100_000].map((count) => {
    const files = Math.round(count * Math.min(1, scale));
    return { files, folders: Math.max(1, files / 1_000) };
  });
  return compared("S1", sizes, ({ files }) => `${files}`, scale);
}

/** S2: the same 10,000 files in 1, 10 and 100 folders. */
export function foldersGrow(scale: number): Promise<Row[]> {
  const files = Math.round(10_000 * Math.min(1, scale));
  const sizes = [1, 10, 100].map((folders) => ({ files, folders }));
  return compared("S2", sizes, ({ folders }) => `${folders}`, scale);
}

async function compared(
  id: string,
  sizes: readonly Size[],
  nameOf: (size: Size) => string,
  scale: number,
): Promise<Row[]> {
  const scratch = scratchFolder(id.toLowerCase());
  writeSpread(join(scratch.path, "none"), 0, 1);
  for (const size of sizes) writeSpread(join(scratch.path, nameOf(size)), size.files, size.folders);
  const taken = new Map<Kind, Map<string, Taken[]>>(kinds.map((kind) => [kind, new Map()]));
  const rounds = scale < 1 ? 1 : 3;
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      const ofKind = taken.get(kind);
      const note = (name: string, one: Taken) => ofKind?.set(name, [...(ofKind.get(name) ?? []), one]);
      for (const { name, files } of [
        { name: "none", files: 0 },
        ...sizes.map((size) => ({ ...size, name: nameOf(size) })),
      ]) {
        const folder = join(scratch.path, name);
        // A small rescan is over within the processor time that chance takes: its median is of more runs.
        for (let again = 0; again < (kind === "submit" || files > smallFiles ? 1 : 5); again++)
          note(name, await cost(kind, folder, `${folder}-station`, files));
      }
    }
    for (const name of ["none", ...sizes.map(nameOf)])
      rmSync(join(scratch.path, `${name}-station`), { recursive: true, force: true });
  }
  scratch.remove();
  const what = id === "S1" ? "files" : `folders with ${sizes[0]?.files ?? 0} files`;
  return kinds.map((kind) => rowOf(id, what, kind, sizes, nameOf, taken.get(kind) ?? new Map()));
}

function rowOf(
  id: string,
  what: string,
  kind: Kind,
  sizes: readonly Size[],
  nameOf: (size: Size) => string,
  taken: ReadonlyMap<string, readonly Taken[]>,
): Row {
  const middle = (name: string, of: (one: Taken) => number) => median((taken.get(name) ?? []).map(of));
  const none = { cpu: middle("none", (one) => one.cpuSeconds), peak: middle("none", (one) => one.peakMB) };
  const each = sizes.map((size) => {
    const name = nameOf(size);
    const cpu = middle(name, (one) => one.cpuSeconds) - none.cpu;
    const seconds = middle(name, (one) => one.seconds);
    const moreMB = middle(name, (one) => one.peakMB) - none.peak;
    return {
      name,
      cpuMs: (cpu * 1000) / size.files,
      perSecond: size.files / seconds,
      moreMB,
      files: size.files,
    };
  });
  const [first] = each;
  const [before, last] = each.slice(-2);
  const more = (of: (one: (typeof each)[number]) => number) =>
    before === undefined || last === undefined ? Number.NaN : of(last) - of(before);
  const further = more((one) => one.files);
  const furtherMs = more((one) => one.cpuMs * one.files) / further;
  const furtherKB = more((one) => one.moreMB * 1000) / further;
  const marginal =
    further === 0 ? "" : `; each further file ${furtherMs.toFixed(3)} ms, ${furtherKB.toFixed(2)} kB`;
  const timeGrowth = Math.max(...each.map(({ cpuMs }) => cpuMs / (first?.cpuMs ?? Number.NaN)));
  const firstKB = ((first?.moreMB ?? Number.NaN) * 1000) / (first?.files ?? Number.NaN);
  const memoryGrowth = Math.max(
    ...each.map(({ moreMB, files }) =>
      moreMB <= chanceMB ? 0 : ((moreMB - chanceMB) * 1000) / files / Math.max(firstKB, 0.001),
    ),
  );
  const list = (of: (one: (typeof each)[number]) => string) => each.map(of).join(", ");
  return {
    id,
    what: `${kind}: ${list(({ name }) => name)} ${what}`,
    figures: `ms of a core a file ${list(({ cpuMs }) => cpuMs.toFixed(3))}; MB more than with none ${list(({ moreMB }) => moreMB.toFixed(0))}; files/s ${list(({ perSecond }) => perSecond.toFixed(0))}${marginal}`,
    ratio: Math.max(timeGrowth, memoryGrowth),
    target: `a file costs ≤ ${most} × the first's`,
    holds: timeGrowth <= most && memoryGrowth <= most,
    raw: { none, each, timeGrowth, memoryGrowth, taken: Object.fromEntries(taken), load: loadNow() },
  };
}
