import { Select } from "@mantine/core";
import { say } from "#base/say.ts";
import { countText, spanText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { instrumentRows } from "#domain/instrument-rows.ts";
import { sayNodes } from "#renderer/components/said.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { FinishFields } from "#renderer/settings-form/finish-fields.tsx";
import { NameAsRead } from "#renderer/settings-form/name-as-read.tsx";
import { PatternTester } from "#renderer/settings-form/pattern-tester.tsx";
import { settingFields } from "#renderer/settings-form/setting-field.tsx";
import {
  numberAt,
  objectAt,
  textAt,
  textsAt,
  type Written,
  withKeys,
} from "#renderer/settings-form/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";
import { setupText } from "#renderer/text/setup.tsx";
import { NewInstrumentBar } from "./new-instrument-bar.tsx";
import styles from "./setup.module.css";
import { isLocated } from "./setup-answers.ts";
import { StepForm, type StepProps } from "./setup-step.tsx";
import { expectedEvery, proposedSilence, silenceMinutes, silentAfter } from "./silence.ts";
import { type FolderFacts, useFolderFacts } from "./use-folder-facts.ts";

type Tested = Output<"settings.testPattern">;

/** How are its files called, and how often do they come? */
export function FilesStep({ draft, instruments, onStep }: StepProps) {
  const { all, at, change, choose } = instruments;
  const instrument = all[at] ?? {};
  const folder = useFolderFacts(textAt(instrument, "folder"));
  const [first] = folder.proposals;
  const likely = first?.isLikely === true ? first.pattern : "";
  // A pattern that was emptied by hand stays empty.
  const pattern = instrument.pattern === undefined ? likely : textAt(instrument, "pattern");
  const tested = useTested(instrument, pattern);
  const proposed = proposedSilence(tested?.usualMinutes ?? null);
  const expectEveryMinutes =
    instrument.expectEveryMinutes === undefined && proposed !== null
      ? expectedEvery(proposed)
      : (instrument.expectEveryMinutes ?? null);
  const answer = withKeys(instrument, { pattern, expectEveryMinutes });
  const takes = (tested?.matched ?? 0) + (tested?.tooYoung ?? 0);
  const next = () => {
    change(answer);
    const unfinished = all.findIndex((one, index) => index !== at && !isLocated(one));
    if (unfinished === -1) onStep("check");
    else choose(unfinished);
  };
  const field = settingFields(instrumentRows, {
    written: answer,
    problem: () => (pattern === "" ? null : (tested?.patternProblem ?? null)),
    onChanged: (changes) => change(withKeys(instrument, changes)),
  });
  return (
    <StepForm
      question={setupText.whichFiles}
      help={setupText.dateFromName}
      back="instrument"
      onStep={onStep}
      isDisabled={pattern.trim() === "" || tested === undefined || tested.patternProblem !== null}
      onNext={next}
    >
      <NewInstrumentBar instruments={instruments} />
      {folder.kind === "busy" || (tested === undefined && pattern !== "") ? (
        <SkeletonRows rows={3} />
      ) : (
        <Names tested={tested} pattern={pattern} folder={folder} takes={takes} />
      )}
      {first === undefined || (first.isLikely && folder.proposals.length < 2) ? null : (
        <Proposals
          folder={folder}
          chosen={pattern}
          onChosen={(one) => change(withKeys(instrument, { pattern: one }))}
        />
      )}
      {takes === 0 ? null : (
        <Silence
          usualMinutes={tested?.usualMinutes ?? null}
          expectEveryMinutes={numberAt(answer, "expectEveryMinutes")}
          onChanged={(minutes) => change(withKeys(answer, { expectEveryMinutes: minutes }))}
        />
      )}
      <details className={styles.more} open={folder.kind === "files" && folder.proposals.length === 0}>
        <summary>{setupText.writeThePattern}</summary>
        <div className={`${styles.fields} stack gap-16`}>
          {field("pattern")}
          <FinishFields
            finish={instrument.finish}
            problem={tested?.finishProblem ?? null}
            form={draft.saved.form}
            onChanged={(finish) => change(withKeys(answer, { finish }))}
          />
          <PatternTester
            instrument={answer}
            isReadAbove
            onPattern={(one) => change(withKeys(instrument, { pattern: one }))}
          />
        </div>
      </details>
    </StepForm>
  );
}

/** Tests which files of the folder a pattern takes now. */
function useTested(instrument: Written, pattern: string): Tested | undefined {
  const finish = objectAt(instrument, "finish");
  const asked = useSettled(
    JSON.stringify({
      folder: textAt(instrument, "folder").trim(),
      pattern,
      ...(finish === null ? {} : { finish }),
      tags: textsAt(instrument, "tags"),
    }),
    300,
  );
  const question = JSON.parse(asked);
  const test = useHostQuery("settings.testPattern", question, {
    enabled: question.folder !== "" && question.pattern !== "",
    keepsPrevious: true,
    everyMs: 10_000,
  });
  return test.data;
}

interface NamesProps {
  readonly tested: Tested | undefined;
  readonly pattern: string;
  readonly folder: FolderFacts;
  readonly takes: number;
}

/** The pattern as coloured pieces of a real name, and how many files it takes. */
function Names({ tested, pattern, folder, takes }: NamesProps) {
  if (folder.problem !== null)
    return (
      <Sentence shape="problem" role="alert">
        {folder.problem}
      </Sentence>
    );
  if (tested === undefined || pattern === "")
    return (
      <Sentence shape="problem" role="alert">
        {folder.proposals.length === 0 ? setupText.noDateInNames(folder.sample) : setupText.datesAreFarOff}
      </Sentence>
    );
  const other = tested.noMatch + tested.refused;
  return (
    <>
      <NameAsRead tested={tested} pattern={pattern} />
      {takes === 0 ? (
        <Sentence shape="problem" role="alert">
          {tested.patternProblem === null
            ? setupText.noNameFits(countText(tested.total))
            : setupText.patternUnusable}
        </Sentence>
      ) : (
        <Sentence shape="done" role="status">
          {setupText.fits(
            say("{takes, plural, one {# file} other {# files}}", { takes }),
            countText(tested.total),
            tested.isCut,
          )}
          {tested.tooYoung === 0 ? "" : setupText.stillWritten(countText(tested.tooYoung))}
          {other === 0
            ? ""
            : setupText.leftAlone(
                say("{other, plural, one {# other file} other {# other files}}", { other }),
              )}
        </Sentence>
      )}
    </>
  );
}

interface ProposalsProps {
  readonly folder: FolderFacts;
  readonly chosen: string;
  readonly onChosen: (pattern: string) => void;
}

/** Ways to read the names; what is read is said where a person has to judge it. */
function Proposals({ folder, chosen, onChosen }: ProposalsProps) {
  return (
    <fieldset className={`${styles.choices} stack gap-4`}>
      <legend>
        {folder.proposals.some(({ isLikely }) => isLikely)
          ? setupText.namesOfSeveralKinds
          : setupText.datesToConfirm}
      </legend>
      {folder.proposals.map(({ pattern, matched, meaning, isLikely }) => (
        <label key={pattern} className={`${styles.choice} wraps choosable`}>
          <input
            className="rigid"
            type="radio"
            name="pattern"
            checked={pattern === chosen}
            onChange={() => onChosen(pattern)}
          />
          <span className="mono grows breaks">{pattern}</span>
          <span className="muted numbers">
            {sayNodes("{matched, plural, one {# file} other {# files}}", { matched })}
          </span>
          {isLikely ? null : <span className={`${styles.choiceMeaning} muted`}>{meaning}</span>}
        </label>
      ))}
    </fieldset>
  );
}

interface SilenceProps {
  readonly usualMinutes: number | null;
  readonly expectEveryMinutes: number | null;
  readonly onChanged: (expectEveryMinutes: number | null) => void;
}

/** How often it writes, and when somebody is told that it does not. */
function Silence({ usualMinutes, expectEveryMinutes, onChanged }: SilenceProps) {
  const chosen = expectEveryMinutes === null ? null : silentAfter(expectEveryMinutes);
  const offered = new Set<number>(silenceMinutes);
  if (chosen !== null) offered.add(chosen);
  const data = [...offered]
    .sort((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes), label: setupText.tellAfter(spanText(minutes * 60_000)) }));
  return (
    <Select
      size="md"
      label={
        usualMinutes === null
          ? setupText.writesNotSteadily
          : setupText.writesEvery(spanText(usualMinutes * 60_000))
      }
      data={[...data, { value: "learn", label: setupText.tellWhenUnusual }]}
      value={chosen === null ? "learn" : String(chosen)}
      onChange={(value) =>
        onChanged(value === null || value === "learn" ? null : expectedEvery(Number(value)))
      }
    />
  );
}
