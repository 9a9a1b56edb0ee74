import { Tabs } from "@mantine/core";
import { useMemo, useState } from "react";
import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { sayNodes } from "#renderer/components/said.ts";
import { FindField } from "#renderer/components/search-field.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./netcdf.module.css";
import { LongName, longNameOf, NameTable } from "./variable-parts.tsx";
import { VariableView } from "./variable-view.tsx";

type Opened = Output<"netcdf.open">;

interface NetcdfOutlineProps {
  readonly file: Opened;
  /** `<product>-<variable>`, or empty. */
  readonly variableId: string;
  /** The host has forgotten the file: open it again. */
  readonly onLost: () => void;
}

/** Content of a file: its variables at the left, the chosen one at the right. */
export function NetcdfOutlineView({ file, variableId, onLost }: NetcdfOutlineProps) {
  const [typed, setTyped] = useState("");
  const [name, setName] = useState(() => {
    const { variables } = file;
    const asked = variables.find((one) => variableId.endsWith(`-${one.name}`));
    return (asked ?? variables.find(({ canPlot }) => canPlot === "2d") ?? variables[0])?.name;
  });
  const shown = useMemo(() => {
    const words = typed.toLowerCase();
    return file.variables.filter(
      (variable) =>
        variable.name.toLowerCase().includes(words) ||
        (longNameOf(variable)?.toLowerCase().includes(words) ?? false),
    );
  }, [file, typed]);
  const variable = file.variables.find((one) => one.name === name);
  return (
    <Tabs defaultValue="variables" className="fills">
      <Tabs.List>
        <Tabs.Tab value="variables">
          {sayNodes("Variables ({length})", { length: file.variables.length })}
        </Tabs.Tab>
        <Tabs.Tab value="dimensions">
          {sayNodes("Dimensions ({length})", { length: file.dimensions.length })}
        </Tabs.Tab>
        <Tabs.Tab value="attributes">
          {sayNodes("File attributes ({length})", { length: file.attributes.length })}
        </Tabs.Tab>
      </Tabs.List>
      {file.notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      <Tabs.Panel value="variables" className={`${styles.variables} gap-16`}>
        <div className="fills stack">
          <FindField label={portalText.findAVariable} typed={typed} onType={setTyped} />
          <ul className="plain scrolls" aria-label={say("Variables")}>
            {shown.map((one) => (
              <li key={one.name}>
                <button
                  type="button"
                  className={`${styles.name} wide breaks bare choosable`}
                  aria-pressed={one.name === name}
                  onClick={() => setName(one.name)}
                >
                  <strong>
                    <LongName name={one.name} />
                  </strong>
                  <span className="muted text-small">
                    <LongName name={longNameOf(one) ?? one.type} />{" "}
                    {one.shape.length === 0 ? "" : `[${one.shape.join(" × ")}]`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {shown.length === 0 ? <p className="note">{portalText.noVariableFound}</p> : null}
        </div>
        {variable === undefined ? (
          <p className="note">{portalText.noVariables}</p>
        ) : (
          <VariableView key={variable.name} token={file.token} variable={variable} onLost={onLost} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="dimensions" className={`${styles.scrolled} scrolls`}>
        <NameTable
          head={[say("Dimension"), say("Size")]}
          rows={file.dimensions.map(({ name: dimension, size, isUnlimited }) => [
            dimension,
            isUnlimited ? say("{size} (unlimited)", { size }) : countText(size),
          ])}
        />
      </Tabs.Panel>
      <Tabs.Panel value="attributes" className={`${styles.scrolled} scrolls`}>
        <NameTable
          head={[say("Attribute"), say("Value")]}
          rows={file.attributes.map((attribute) => [attribute.name, attribute.value])}
        />
      </Tabs.Panel>
    </Tabs>
  );
}
