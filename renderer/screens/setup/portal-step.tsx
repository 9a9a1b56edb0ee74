import { Button, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { isOpenHttp } from "#base/loopback.ts";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import { portalRows } from "#domain/settings-table.ts";
import { Sentence } from "#renderer/components/sentence.tsx";
import { useConnectionTest } from "#renderer/settings-form/connection-test.tsx";
import { useListsOf } from "#renderer/settings-form/lists-in-force.ts";
import { Lockable, LockNotice, lockAt } from "#renderer/settings-form/locks.tsx";
import { sectionFields } from "#renderer/settings-form/setting-field.tsx";
import { flagAt, problemOf, textAt, withPortal } from "#renderer/settings-form/settings-document.ts";
import { openingText } from "#renderer/text/backup-opening.tsx";
import { setupText } from "#renderer/text/setup.tsx";
import { ClientFileDrop } from "./client-file-drop.tsx";
import { FoundInstruments } from "./found-instruments.tsx";
import styles from "./setup.module.css";
import { isWhole } from "./setup-answers.ts";
import { StepForm, type StepProps } from "./setup-step.tsx";
import { TryOut } from "./try-out.tsx";
import { type AddressProof, useAddressProof, wholeAddress } from "./use-address-proof.ts";
import { useClientFile } from "./use-client-file.ts";
import { useNetworkDrives } from "./use-folder-facts.ts";

/** Asks where the files go, or takes what the command-line client was told already. */
export function PortalStep(props: StepProps) {
  const reading = useClientFile(props.draft);
  return (
    <>
      <ClientFileDrop reading={reading}>
        {reading.found === null ? (
          <Address {...props} />
        ) : (
          <Found {...props} fileName={reading.found.name} lines={reading.found.lines} />
        )}
      </ClientFileDrop>
      {reading.found === null ? (
        <>
          <section className={`${styles.other} stack`}>
            <h2>{setupText.tryItFirst}</h2>
            <TryOut />
          </section>
          <section className={`${styles.other} wraps`}>
            <span className="muted">{openingText.haveBackup}</span>
            <Button variant="subtle" component={Link} to="/setup/backup">
              {openingText.open}
            </Button>
          </section>
        </>
      ) : null}
    </>
  );
}

/** Goes on once the address has proved good; what was confirmed while it was still being tried waits for that. */
function useProvenNext({ draft, proofs }: StepProps, goOn: () => void) {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const { proof, ask } = useAddressProof(draft.document.portal, confirmed);
  const [isWaiting, setWaiting] = useState(false);
  const url = textAt(draft.document.portal, "url");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came out of it counts
  useEffect(() => {
    if (proof.kind === "good") proofs.add("portal");
    if (!isWaiting || proof.kind === "busy") return;
    setWaiting(false);
    if (proof.kind === "good") goOn();
  }, [proof.kind, isWaiting]);
  return {
    proof,
    isWaiting,
    isUnfit: proof.kind === "unfit" && (!proof.isShort || confirmed === url),
    next() {
      if (proof.kind === "good") return goOn();
      if (proof.kind === "bad") ask();
      setConfirmed(url);
      setWaiting(true);
    },
  };
}

function Address(props: StepProps) {
  const { draft, onStep } = props;
  const url = textAt(draft.document.portal, "url");
  const goOn = () => {
    draft.change(withPortal(draft.document, { url: wholeAddress(url) }));
    onStep("credentials");
  };
  const { proof, isWaiting, isUnfit, next } = useProvenNext(props, goOn);
  return (
    <StepForm
      question={setupText.whichPortal}
      back={null}
      onStep={onStep}
      isDisabled={url.trim() === ""}
      isBusy={isWaiting}
      onNext={next}
      onSkip={proof.kind === "bad" ? goOn : null}
    >
      <AddressField draft={draft} proof={proof} isUnfit={isUnfit} />
    </StepForm>
  );
}

interface FoundProps extends StepProps {
  readonly fileName: string;
  readonly lines: readonly string[];
}

/** The instruments of the client's file: which of them, and is the portal there? */
function Found(props: FoundProps) {
  const { draft, instruments, proofs, onStep, fileName, lines } = props;
  const { document, secret, saved } = draft;
  const { all } = instruments;
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const url = textAt(document.portal, "url");
  const username = textAt(document.portal, "username");
  const hasUser = username !== "" && secret !== null;
  const test = useConnectionTest({ portal: document.portal, username, secret, site: null });
  const drives = useNetworkDrives(all.map((one) => textAt(one, "folder")));
  const taken = all
    .map((one, index) => (drives[index] == null ? one : { ...one, network: true }))
    .filter((_, index) => !leftOut.has(index));
  const isLooking = drives.some((drive, index) => drive === undefined && !leftOut.has(index));
  const goOn = async () => {
    const before = document.instruments.slice(0, saved.document.instruments.length);
    draft.change({
      ...withPortal(document, { url: wholeAddress(url) }),
      instruments: [...before, ...taken.map((one) => ({ ...one }))],
    });
    if (!hasUser || !(await test.run())) return onStep("credentials");
    proofs.add("credentials");
    onStep(taken.every(isWhole) ? "check" : "instrument");
  };
  const { proof, isWaiting, isUnfit, next } = useProvenNext(props, () => void goOn());
  const lists = useListsOf(document.portal, proof.kind === "good");
  return (
    <StepForm
      question={setupText.foundInstruments(
        say("{length, plural, one {# instrument} other {# instruments}}", { length: all.length }),
      )}
      help={setupText.inFile(fileName, hasUser ? username : null)}
      back={null}
      onStep={onStep}
      next={setupText.checkThese(taken.length)}
      isDisabled={url.trim() === "" || taken.length === 0 || isLooking}
      isBusy={isWaiting || test.isBusy}
      onNext={next}
    >
      <AddressField draft={draft} proof={proof} isUnfit={isUnfit} />
      <FoundInstruments all={all} lists={lists} drives={drives} leftOut={leftOut} onLeftOut={setLeftOut} />
      {lines.length === 0 ? null : (
        <details className={styles.more}>
          <summary>{setupText.readDifferently(countText(lines.length))}</summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </StepForm>
  );
}

/** The address, and what is known of it while it is typed. */
function AddressField({
  draft,
  proof,
  isUnfit,
}: Pick<StepProps, "draft"> & { readonly proof: AddressProof; readonly isUnfit: boolean }) {
  const { document, problems } = draft;
  const url = textAt(document.portal, "url");
  const wrong =
    proof.kind === "bad"
      ? setupText.atField(proof.message)
      : isUnfit
        ? setupText.noAddress(url.trim())
        : null;
  const ofFile = url === "" || wholeAddress(url) !== url ? null : problemOf(problems, "portal.url");
  return (
    <div className="stack">
      <Lockable lock={lockAt(draft, "portal.url")}>
        <TextInput
          size="md"
          label={say(portalRows.url.label)}
          description={say(portalRows.url.help)}
          placeholder="https://"
          spellCheck={false}
          autoComplete="off"
          value={url}
          error={wrong ?? ofFile}
          onChange={(event) => draft.change(withPortal(document, { url: event.currentTarget.value }))}
        />
      </Lockable>
      <Said proof={proof} />
      {isOpenHttp(url) || flagAt(document.portal, "allowInsecureHttp", false)
        ? sectionFields(draft, "portal")("allowInsecureHttp")
        : null}
      <LockNotice saved={draft.saved} keys={["portal.url"]} />
    </div>
  );
}

function Said({ proof }: { readonly proof: AddressProof }) {
  if (proof.kind === "busy")
    return (
      <Sentence shape="busy" role="status">
        {setupText.askingAddress}
      </Sentence>
    );
  if (proof.kind !== "good") return null;
  return (
    <Sentence shape="done" role="status">
      {proof.siteCount === null
        ? setupText.aDataPortal
        : setupText.aPortalWithSites(countText(proof.siteCount))}
    </Sentence>
  );
}
