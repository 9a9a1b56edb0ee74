import { Fragment } from "react";
import { Link } from "react-router";
import type { Status } from "#contract/status.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { stationText } from "#renderer/text/station.tsx";
import styles from "./path-row.module.css";
import { firstFault, nodeName, nodeStatus, remedyOf, shownPath } from "./path-words.ts";

/** The way of every file: instrument, folder, this PC, network, portal. The first that is not well is the answer. */
export function PathRow({ status }: { readonly status: Status }) {
  const path = shownPath(status);
  const fault = firstFault(path);
  const isHeld = status.holds.some(({ lane }) => lane === "portal");
  const remedy = fault === null ? null : remedyOf(fault, isHeld);
  return (
    <section className={`${styles.way} surface`} aria-label={stationText.pathOfTheFiles}>
      <ol className={`${styles.nodes} plain`}>
        {path.map((node, index) => {
          const { shape, word } = nodeStatus(node, isHeld);
          const isFault = node === fault;
          return (
            <Fragment key={node.node}>
              {index === 0 ? null : (
                <li
                  className={styles.link}
                  aria-hidden="true"
                  data-open={node.state !== "ok" && node.state !== "busy"}
                />
              )}
              <li
                className={styles.node}
                data-fault={isFault ? node.state : undefined}
                title={node.message ?? word}
              >
                <StateShape shape={shape} size={20} />
                <span className={styles.name}>{nodeName(node)}</span>
                <span className="said">{word}</span>
              </li>
            </Fragment>
          );
        })}
      </ol>
      {fault === null ? null : (
        <p className={styles.fault} data-state={fault.state}>
          <strong>{nodeName(fault)}:</strong> {fault.message ?? nodeStatus(fault, isHeld).word}
          {remedy === null ? null : (
            <>
              {" "}
              <Link to={remedy.to}>{remedy.words}</Link>
            </>
          )}
        </p>
      )}
    </section>
  );
}
