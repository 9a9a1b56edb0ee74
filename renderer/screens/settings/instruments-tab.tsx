import { Button } from "@mantine/core";
import { Link } from "react-router";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./settings.module.css";
import { plainly, problemsOfInstrument, textAt } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** Every configured instrument with its folder, and what is wrong with it. */
export function InstrumentsTab({ draft }: { readonly draft: SettingsDraft }) {
  const { instruments, portal } = draft.document;
  if (instruments.length === 0)
    return (
      <EmptyState
        title={settingsText.noInstrumentYet}
        action={
          <Button component={Link} to={portal === null ? "/setup" : "/settings/instruments/new"}>
            {portal === null ? settingsText.startTheSetup : settingsText.addAnInstrument}
          </Button>
        }
      >
        {settingsText.whatAnInstrumentIs}
      </EmptyState>
    );
  return (
    <Panel
      title="Instruments"
      isFlush
      aside={
        <Button
          component={Link}
          to="/settings/instruments/new"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
        >
          {settingsText.addAnInstrument}
        </Button>
      }
    >
      <ul className={`${styles.list} plain`}>
        {instruments.map((instrument, index) => {
          const problem = problemsOfInstrument(draft.problems, index)[0];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an instrument is known by its place in the file
            <li key={index}>
              <Link className={styles.item} to={`/settings/instruments/${index}`}>
                <StateShape
                  shape={problem === undefined ? "done" : "problem"}
                  label={problem === undefined ? "in use" : settingsText.hasAProblem}
                />
                <span className={styles.itemText}>
                  <strong>{textAt(instrument, "name") || "No name"}</strong>{" "}
                  <span className="muted">
                    {textAt(instrument, "instrument")} at {textAt(instrument, "site")}
                  </span>
                  <br />
                  <span className="mono muted">
                    {textAt(instrument, "folder")} · {textAt(instrument, "pattern")}
                  </span>
                  {problem === undefined ? null : (
                    <>
                      <br />
                      {plainly(problem.message)}
                    </>
                  )}
                </span>
                <Icon name="right" size={16} />
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
