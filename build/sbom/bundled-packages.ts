import type { Plugin } from "vite";

/** Beside the pages: the packages that went into them. */
export const pagePackagesFile = "packages.json";

/** Modules of its own that a tool puts into a bundle: no package's folder holds them. */
const ofTools: readonly (readonly [start: string, folder: string])[] = [
  ["\0vite/", "node_modules/vite"],
  ["\0rolldown/", "node_modules/rolldown"],
];

/**
 * Folders, from the top of the project and with `/`, of the packages that these modules belong to; sorted. A module of the
 * project itself belongs to none.
 */
export function packageFolders(moduleIds: Iterable<string>): readonly string[] {
  const folders = new Set<string>();
  for (const id of moduleIds) {
    const tool = ofTools.find(([start]) => id.startsWith(start));
    const folder = tool === undefined ? folderOf(id.replaceAll("\\", "/")) : tool[1];
    if (folder !== null) folders.add(folder);
  }
  return [...folders].sort();
}

function folderOf(id: string): string | null {
  const from = id.indexOf("/node_modules/");
  const within = from < 0 ? "" : id.slice(from + 1);
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(within)?.[0] ?? null;
}

/** Leaves a list of the packages in the pages beside them; style sheets count though no script of a chunk is theirs. */
export function notePackages(): Plugin {
  return {
    name: "skyferry:note-packages",
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).flatMap((one) => (one.type === "chunk" ? one.moduleIds : []));
      const styles = [...this.getModuleIds()].filter((id) => /\.css(\?|$)/.test(id));
      const source = `${JSON.stringify(packageFolders([...scripts, ...styles]), null, 2)}\n`;
      this.emitFile({ type: "asset", fileName: pagePackagesFile, source });
    },
  };
}
