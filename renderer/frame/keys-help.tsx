import { Kbd, Modal } from "@mantine/core";
import { Fragment } from "react";
import { say } from "#base/say.ts";
import { StateShape, shapes } from "#renderer/components/state-shape.tsx";
import { useFocusBack } from "#renderer/components/use-focus-back.ts";
import { frameText } from "#renderer/text/frame-text.tsx";
import { shapeMeanings } from "#renderer/text/states.ts";
import { pageLinks } from "./page-links.ts";
import styles from "./shortcuts.module.css";

const general: readonly (readonly [keys: readonly string[], what: string])[] = [
  [["Ctrl", "K"], frameText.keyHelp.palette],
  [["?"], frameText.keyHelp.help],
  [["/"], frameText.keyHelp.search],
  [["Ctrl", "Z"], frameText.keyHelp.undo],
];
const lists: typeof general = [
  [["j", "k"], frameText.keyHelp.move],
  [["→", "←"], frameText.keyHelp.within],
  [[say("Space")], frameText.keyHelp.select],
  [["r"], frameText.keyHelp.retry],
  [["e"], frameText.keyHelp.explain],
  [["Esc"], frameText.keyHelp.open],
];

/** Every key that works on the pages, and what the shapes mean. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  useFocusBack();
  return (
    <Modal
      opened
      size={760}
      onClose={onClose}
      title={frameText.keys}
      closeButtonProps={{ "aria-label": say("Close") }}
    >
      <div className="row starts gap-20">
        <div className="grows">
          <Keys keys={general} />
          <h3>{frameText.keysOfPages}</h3>
          <Keys keys={pageLinks.map(({ key, name }) => [["g", key], name] as const)} />
          <h3>{frameText.keysOfLists}</h3>
          <Keys keys={lists} />
        </div>
        <div className="grows">
          <h3>{frameText.shapes}</h3>
          <dl className={styles.keys}>
            {shapes.map((shape) => (
              <Fragment key={shape}>
                <dt>
                  <StateShape shape={shape} size={20} />
                </dt>
                <dd>{shapeMeanings[shape]}</dd>
              </Fragment>
            ))}
          </dl>
        </div>
      </div>
    </Modal>
  );
}

function Keys({ keys }: { readonly keys: typeof general }) {
  return (
    <dl className={styles.keys}>
      {keys.map(([names, what]) => (
        <Fragment key={what}>
          <dt>
            {names.map((name) => (
              <Kbd key={name}>{name}</Kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
