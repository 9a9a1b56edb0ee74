import { useState } from "react";
import type { Output } from "#contract/methods.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostCall } from "#renderer/store/host.tsx";
import { setupText } from "#renderer/text/setup.tsx";

/** A configuration file of the command-line client, read into the draft; nothing is saved yet. */
export interface ClientFile {
  readonly name: string;
  readonly added: number;
  /** Remarks on what was written differently, and on what must be completed, one sentence each. */
  readonly lines: readonly string[];
}

export interface ClientFileReading {
  readonly found: ClientFile | null;
  readonly isBusy: boolean;
  /** Why the last file was none; null where it was one. */
  readonly problem: string | null;
  read(file: File): Promise<void>;
}

type Imported = Output<"settings.importSubmitConfig">;

/** Larger ones are no configuration; the host refuses them, too. */
const mostBytes = 900_000;

/** Reads what somebody dropped or chose. */
export function useClientFile(draft: SettingsDraft): ClientFileReading {
  const imported = useHostCall("settings.importSubmitConfig", []);
  const [found, setFound] = useState<ClientFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (name: string, { document, added, notes, problems, passwordId }: Imported) => {
    if (document === null || added === 0) {
      setProblem(setupText.notAClientFile(name, problems[0] ?? notes[0] ?? null));
      return;
    }
    draft.change(document);
    if (passwordId !== null) draft.changeSecret({ kind: "imported", passwordId });
    setProblem(null);
    setFound({ name, added, lines: [...notes, ...problems] });
  };
  return {
    found,
    isBusy: imported.isPending,
    problem,
    async read(file) {
      if (file.size > mostBytes) return setProblem(setupText.notAClientFile(file.name, null));
      try {
        const toml = await file.text();
        const { document } = draft;
        take(file.name, await imported.mutateAsync({ toml, fileName: file.name, document }));
      } catch (error) {
        setProblem(setupText.notAClientFile(file.name, error instanceof Error ? error.message : null));
      }
    },
  };
}
