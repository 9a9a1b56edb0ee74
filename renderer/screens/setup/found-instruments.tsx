import { Checkbox } from "@mantine/core";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import type { OfferedLists } from "#renderer/settings-form/lists-in-force.ts";
import { textAt, textsAt, type Written } from "#renderer/settings-form/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import styles from "./setup.module.css";

interface FoundInstrumentsProps {
  readonly all: readonly Written[];
  /** Lists of the portal that is entered, as far as it tells them. */
  readonly lists: Pick<OfferedLists, "sites" | "types">;
  /** Kinds of the network drives that their folders are on, as far as they are. */
  readonly drives: readonly (string | null | undefined)[];
  /** Places in `all`. */
  readonly leftOut: ReadonlySet<number>;
  readonly onLeftOut: (next: ReadonlySet<number>) => void;
}

/** The instruments of the client's file, each to be taken or left, with what lies in its folder. */
export function FoundInstruments({ all, lists, drives, leftOut, onLeftOut }: FoundInstrumentsProps) {
  const toggle = (index: number) => {
    const next = new Set(leftOut);
    if (!next.delete(index)) next.add(index);
    onLeftOut(next);
  };
  const siteOf = (id: string) => lists.sites?.find((one) => one.id === id)?.humanReadableName ?? id;
  const typeOf = (id: string) => lists.types?.find((one) => one.id === id)?.humanReadableName ?? id;
  return (
    <ul className={`${styles.found} plain stack gap-12`}>
      {all.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order stays
        <li key={index} className="stack gap-4 breaks">
          <Checkbox
            checked={!leftOut.has(index)}
            label={textAt(one, "name")}
            description={`${siteOf(textAt(one, "site"))} · ${typeOf(textAt(one, "instrument"))} · ${textAt(one, "folder")}`}
            onChange={() => toggle(index)}
          />
          {leftOut.has(index) ? null : <InItsFolder instrument={one} />}
          {leftOut.has(index) || drives[index] == null ? null : (
            <Sentence shape="idle">{setupText.onNetworkDrive(drives[index])}</Sentence>
          )}
        </li>
      ))}
    </ul>
  );
}

function InItsFolder({ instrument }: { readonly instrument: Written }) {
  const folder = textAt(instrument, "folder");
  const pattern = textAt(instrument, "pattern");
  const { data, error } = useHostQuery(
    "settings.testPattern",
    { folder, pattern, tags: textsAt(instrument, "tags"), limit: 1 },
    { enabled: folder !== "" && pattern !== "", staleMs: 15_000 },
  );
  if (folder === "" || pattern === "") return <Sentence shape="problem">{setupText.nextPagesAsk}</Sentence>;
  const problem = error?.message ?? data?.folder.message ?? data?.patternProblem ?? null;
  if (problem !== null) return <Sentence shape="problem">{setupText.atField(problem)}</Sentence>;
  if (data === undefined) return <Sentence shape="busy">{setupText.lookingIntoFolder}</Sentence>;
  const takes = data.matched + data.tooYoung;
  return (
    <Sentence shape={takes === 0 ? "retry" : "done"}>
      {takes === 0
        ? setupText.noNameFits(countText(data.total))
        : setupText.fits(
            say("{files, plural, one {# file} other {# files}}", { files: takes }),
            countText(data.total),
            data.isCut,
          )}
    </Sentence>
  );
}
