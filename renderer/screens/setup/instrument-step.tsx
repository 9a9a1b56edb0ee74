import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { alternativesText } from "#base/text.ts";
import { instrumentRows } from "#domain/instrument-rows.ts";
import { handleOf } from "#renderer/components/format.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useConnectionTest } from "#renderer/settings-form/connection-test.tsx";
import { siteChoices } from "#renderer/settings-form/instrument-choices.ts";
import { FolderField } from "#renderer/settings-form/instrument-form.tsx";
import { InstrumentPicker } from "#renderer/settings-form/instrument-picker.tsx";
import { type OfferedLists, useListsOf } from "#renderer/settings-form/lists-in-force.ts";
import { LockNotice, lockAt } from "#renderer/settings-form/locks.tsx";
import { textAt, type Written, withKeys } from "#renderer/settings-form/settings-document.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import { freeName, type Offers, offersOf } from "./instrument-offers.ts";
import { NewInstrumentBar } from "./new-instrument-bar.tsx";
import styles from "./setup.module.css";
import { isIdentified } from "./setup-answers.ts";
import { StepForm, type StepProps } from "./setup-step.tsx";
import { type FolderFacts, useFolderFacts } from "./use-folder-facts.ts";

/** Asks where an instrument writes, and which one it is. The names in the folder narrow the portal's lists. */
export function InstrumentStep({ draft, instruments, onStep }: StepProps) {
  const { all, at, change, choose } = instruments;
  const instrument = all[at] ?? {};
  const { portal } = draft.document;
  const lists = useListsOf(portal);
  const folder = useFolderFacts(textAt(instrument, "folder"));
  const offers = offersOf({
    instrument,
    guesses: folder.guesses,
    sites: lists.sites ?? [],
    types: lists.types ?? [],
    records: lists.records ?? [],
    username: textAt(portal, "username"),
  });
  const others = draft.document.instruments.filter((one) => one !== instrument);
  const names = others.map((one) => textAt(one, "name").trim());
  const answer = answered(instrument, offers, names, folder.networkDrive !== null);
  const taken = names.includes(textAt(answer, "name").trim());
  const site = textAt(answer, "site");
  const lock = lockAt(draft, "instruments");
  const test = useConnectionTest({
    portal,
    username: textAt(portal, "username"),
    secret: draft.secret,
    site,
  });
  const [refusedFor, setRefusedFor] = useState<string | null>(null);
  const goOn = () => {
    change(answer);
    const unfinished = all.findIndex((one, index) => index !== at && !isIdentified(one));
    if (unfinished === -1) onStep("files");
    else choose(unfinished);
  };
  const next = async () => {
    const isGood = await test.run();
    setRefusedFor(isGood ? null : site);
    if (isGood) goOn();
  };
  const refused = refusedFor === site && !test.isBusy ? (test.problem ?? test.tested?.verdict ?? null) : null;
  return (
    <StepForm
      question={all.length > 1 ? setupText.whereDoTheyWrite : setupText.whereDoesItWrite}
      help={setupText.folderFirst}
      back="credentials"
      onStep={onStep}
      isDisabled={lock !== null || !isIdentified(answer) || taken || folder.kind !== "files"}
      isBusy={test.isBusy}
      onNext={() => void next()}
      onSkip={refused === null ? null : goOn}
    >
      {lock === null ? null : <LockNotice saved={draft.saved} keys={["instruments"]} />}
      <NewInstrumentBar instruments={instruments} />
      <div className="stack">
        <FolderField
          size="md"
          instrument={instrument}
          error={folder.problem}
          onChanged={(path) => change(inFolder(instrument, path))}
        />
        <FolderSaid folder={folder} kinds={offers.kinds} />
      </div>
      {folder.kind !== "files" ? null : (
        <Which
          lists={lists}
          offers={offers}
          instrument={instrument}
          answer={answer}
          siteProblem={refused}
          onChanged={(changes) => change(withKeys(instrument, changes))}
        />
      )}
      {textAt(answer, "pid") === "" ? null : (
        <TextInput
          size="md"
          label={say(instrumentRows.name.label)}
          description={setupText.shownOnEveryPage}
          value={textAt(answer, "name")}
          error={taken ? setupText.nameTaken : null}
          onChange={(event) => change({ ...answer, name: event.currentTarget.value })}
        />
      )}
    </StepForm>
  );
}

/** Gives the instrument in another folder: facts of one folder say nothing of another. */
function inFolder({ site, finish }: Written, folder: string): Written {
  return withKeys({ folder }, { site, finish });
}

/** The instrument with what there is one answer for only. */
function answered(
  instrument: Written,
  { site, pid, records }: Offers,
  names: readonly string[],
  isOnNetwork: boolean,
): Written {
  const record = records.find((one) => one.pid === pid);
  const written = textAt(instrument, "name");
  const name = instrument.name === undefined && record !== undefined ? freeName(record.name, names) : written;
  const type = textAt(instrument, "instrument") || record?.instrumentId || "";
  const all = { ...instrument, site, pid, instrument: type, name };
  return isOnNetwork ? { ...all, network: true } : all;
}

interface FolderSaidProps {
  readonly folder: FolderFacts;
  readonly kinds: readonly string[];
}

/** Files in the folder, and whose files they seem to be. */
function FolderSaid({ folder, kinds }: FolderSaidProps) {
  if (folder.kind === "busy")
    return (
      <Sentence shape="busy" role="status">
        {setupText.lookingIntoFolder}
      </Sentence>
    );
  if (folder.kind !== "files") return null;
  const files = folder.isCut
    ? say("{total, plural, one {# file} other {# files}} or more", { total: folder.total })
    : say("{total, plural, one {# file} other {# files}}", { total: folder.total });
  const sample = <span className="mono">{folder.sample}</span>;
  return (
    <>
      <Sentence shape={kinds.length === 0 ? "idle" : "done"} role="status">
        {kinds.length === 0
          ? setupText.namesDoNotTell(files)
          : setupText.calledLike(files, sample, alternativesText(kinds))}
      </Sentence>
      {folder.networkDrive === null ? null : (
        <Sentence shape="idle">{setupText.onNetworkDrive(folder.networkDrive)}</Sentence>
      )}
    </>
  );
}

interface WhichProps {
  readonly lists: OfferedLists;
  readonly offers: Offers;
  readonly instrument: Written;
  readonly answer: Written;
  readonly siteProblem: string | null;
  readonly onChanged: (changes: Written) => void;
}

/** Site and instrument out of the narrowed lists; by hand where the portal offers none. */
function Which({ lists, offers, instrument: written, answer, siteProblem, onChanged }: WhichProps) {
  const [showsAll, setShowsAll] = useState(false);
  if (lists.isPending) return <SkeletonRows rows={2} />;
  if (showsAll || lists.sites === undefined || lists.records == null)
    return (
      <InstrumentPicker
        lists={lists}
        instrument={written}
        problem={(key) => (key === "site" ? siteProblem : null)}
        onChanged={onChanged}
      />
    );
  const site = textAt(answer, "site");
  const pid = textAt(answer, "pid");
  return (
    <>
      <Select
        size="md"
        label={say(instrumentRows.site.label)}
        searchable
        selectFirstOptionOnChange
        limit={200}
        placeholder={settingsText.siteNameOrId}
        nothingFoundMessage={settingsText.noSuchSite}
        data={siteChoices(lists.sites, site)}
        value={site === "" ? null : site}
        error={siteProblem}
        onChange={(value) => onChanged({ site: value ?? "", pid: undefined, instrument: undefined })}
      />
      {offers.choices.length === 0 ? (
        site === "" ? null : (
          <Sentence shape="problem" role="alert">
            {setupText.noInstrumentAtSite}
          </Sentence>
        )
      ) : (
        <Select
          size="md"
          label={say("Instrument")}
          searchable
          selectFirstOptionOnChange
          limit={200}
          placeholder={settingsText.nameTypeOrPid}
          nothingFoundMessage={settingsText.noSuchInstrument}
          description={pid === "" ? setupText.instrumentNotListed : `PID ${handleOf(pid)}`}
          data={[...offers.choices]}
          value={pid === "" ? null : pid}
          onChange={(value) => {
            const record = offers.records.find((one) => one.pid === value);
            const instrument = record?.instrumentId ?? undefined;
            onChanged({ site: record?.siteId ?? site, pid: value ?? "", instrument });
          }}
        />
      )}
      {site === "" ? null : (
        <button type="button" className={`${styles.quiet} bare muted`} onClick={() => setShowsAll(true)}>
          {setupText.showEveryInstrument}
        </button>
      )}
    </>
  );
}
