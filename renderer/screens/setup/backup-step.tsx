import { Button, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { say } from "#base/say.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { Sentence } from "#renderer/components/sentence.tsx";
import { useForgetAnswers, useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { openingText } from "#renderer/text/backup-opening.tsx";
import { FileChoice, FileDrop } from "./file-drop.tsx";
import styles from "./setup.module.css";
import { type BackupReading, useBackup } from "./use-backup.ts";
import { useFolderFacts } from "./use-folder-facts.ts";

/** Puts another station's backup in place of this one, which is still empty. */
export function BackupStep() {
  const reading = useBackup();
  const { found, received, problem } = reading;
  const onFile = (file: File) => void reading.read(file);
  return (
    <FileDrop onFile={onFile}>
      <h1 className={styles.question}>{openingText.open}</h1>
      {found === null ? <p className="muted">{openingText.help}</p> : null}
      {found === null ? null : <Found key={found.id} found={found} onFailed={reading.fail} />}
      <section className={`${found === null ? "" : styles.other} stack`}>
        {found === null ? null : <h2>{openingText.another}</h2>}
        <FileChoice
          onFile={onFile}
          dropHere={openingText.dropItHere}
          choose={openingText.choose}
          accept=".gz,.tgz"
          isBusy={received !== null}
        />
        {received === null ? null : (
          <Sentence shape="busy" role="status">
            {received < 1 ? openingText.received(Math.floor(received * 100)) : openingText.checking}
          </Sentence>
        )}
        {problem === null ? null : (
          <Sentence shape="problem" role="alert">
            {problem}
          </Sentence>
        )}
        {found === null ? (
          <footer className={`${styles.buttons} wraps`}>
            <Button size="md" variant="default" component={Link} to="/setup">
              {say("Back")}
            </Button>
          </footer>
        ) : null}
      </section>
    </FileDrop>
  );
}

interface FoundProps {
  readonly found: NonNullable<BackupReading["found"]>;
  readonly onFailed: (message: string) => void;
}

function Found({ found, onFailed }: FoundProps) {
  const { id, station, computer, madeAt, version, uploads, delivered, folders } = found;
  const [places, setPlaces] = useState<Readonly<Record<string, string>>>({});
  const opening = useHostCall("backup.open", []);
  const { data } = useHostQuery("host", {});
  // The host that answers now is the one that ends.
  const [before, setBefore] = useState<string | null>(null);
  const restore = () => {
    const typed = Object.entries(places).map(([from, to]) => ({ from, to: to.trim() }));
    const moved = typed.filter(({ from, to }) => to !== "" && to !== from);
    setBefore(data?.startedAt ?? null);
    opening.mutate({ id, moved }, { onError: ({ message }) => onFailed(message) });
  };
  return (
    <>
      <Sentence shape="done" role="status">
        {openingText.stationOf(station, computer, <Moment at={madeAt} as="short" />, version)}{" "}
        {openingText.uploads(uploads, delivered)}
      </Sentence>
      {folders.length === 0 ? null : <h2>{openingText.folders}</h2>}
      {folders.map(({ path, exists }) =>
        exists ? (
          <div key={path}>
            <p className="mono breaks">{path}</p>
            <Sentence shape="done">{openingText.isHere}</Sentence>
          </div>
        ) : (
          <OtherPlace
            key={path}
            path={path}
            value={places[path] ?? path}
            onChange={(to) => setPlaces({ ...places, [path]: to })}
          />
        ),
      )}
      <p className="muted">{openingText.nothingSent}</p>
      <footer className={`${styles.buttons} wraps`}>
        <Button
          size="md"
          disabled={data === undefined}
          loading={opening.isPending || opening.isSuccess}
          onClick={restore}
        >
          {openingText.restore}
        </Button>
        <Button size="md" variant="default" component={Link} to="/setup">
          {say("Back")}
        </Button>
      </footer>
      {opening.isSuccess && before !== null ? <StartingAgain before={before} /> : null}
    </>
  );
}

interface OtherPlaceProps {
  readonly path: string;
  readonly value: string;
  readonly onChange: (to: string) => void;
}

/** A folder that this PC does not have, or has under another name. */
function OtherPlace({ path, value, onChange }: OtherPlaceProps) {
  const facts = useFolderFacts(value);
  return (
    <div className="stack gap-4">
      <TextInput
        label={path}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Sentence
        shape={facts.kind === "files" ? "done" : facts.kind === "busy" ? "busy" : "notice"}
        role="status"
      >
        {facts.kind === "files"
          ? openingText.isHere
          : facts.kind === "busy"
            ? openingText.looking
            : (facts.problem ?? openingText.notHere)}
      </Sentence>
    </div>
  );
}

/** Waits for the host to come back, and leads to the station that it has then. */
function StartingAgain({ before }: { readonly before: string }) {
  const navigate = useNavigate();
  const { data } = useHostQuery("host", {}, { everyMs: 1_000 });
  const forget = useForgetAnswers();
  const isBack = data !== undefined && data.startedAt !== before;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is back
  useEffect(() => {
    if (!isBack) return;
    forget();
    void navigate("/", { replace: true });
  }, [isBack]);
  return (
    <Sentence shape="busy" role="status">
      {openingText.starting}
    </Sentence>
  );
}
