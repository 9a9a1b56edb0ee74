import { Button } from "@mantine/core";
import { say } from "#base/say.ts";
import { sayNodes } from "#renderer/components/said.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import { HeatMap } from "./heat-map.tsx";
import { LinePlotView } from "./line-plot.tsx";
import styles from "./netcdf.module.css";
import { valueText } from "./ticks.ts";
import { longNameOf, NameTable, type Variable } from "./variable-parts.tsx";

interface VariableViewProps {
  readonly token: string;
  readonly variable: Variable;
  readonly onLost: () => void;
}

/** A variable: a quick plot where it can be drawn, its first values where not, and its attributes. */
export function VariableView({ token, variable, onLost }: VariableViewProps) {
  const { name, type, dimensions, shape, canPlot, whyNoPlot, firstValues, attributes } = variable;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className="scrolls shrinks" aria-label={say("Variable {name}", { name })} tabIndex={0}>
      <h3>{longNameOf(variable) ?? name}</h3>
      <p className="muted">
        {dimensions.length === 0
          ? sayNodes("{name}: {type}, one value", { name, type })
          : sayNodes("{name}: {type} over {join}", {
              name,
              type,
              join: dimensions.map((dimension, at) => `${dimension} (${shape[at]})`).join(" × "),
            })}
      </p>
      {canPlot === null ? (
        <p className="note">{whyNoPlot ?? ""}</p>
      ) : (
        <QuickPlot token={token} name={name} onLost={onLost} />
      )}
      {firstValues.length === 0 ? null : (
        <p className={`${styles.values} breaks text-small`}>{firstValues.join(", ")}</p>
      )}
      <NameTable
        head={[say("Attribute"), say("Value")]}
        rows={attributes.map((attribute) => [attribute.name, attribute.value])}
      />
    </section>
  );
}

interface QuickPlotProps {
  readonly token: string;
  readonly name: string;
  readonly onLost: () => void;
}

function QuickPlot({ token, name, onLost }: QuickPlotProps) {
  const { data, error, refetch } = useHostQuery(
    "netcdf.plot",
    { token, variable: name },
    { staleMs: Infinity },
  );
  if (error !== null)
    return (
      <div className={`${styles.failed} starts stack`} role="alert">
        <p>{error.message}</p>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => (error.code === "not-found" ? onLost() : void refetch())}
        >
          {error.code === "not-found" ? portalText.openTheFileAgain : say("Try again")}
        </Button>
      </div>
    );
  if (data === undefined)
    return <div className={`${styles.place} ghost`} role="status" aria-label={portalText.readingTheValues} />;
  if (data.extent === null) return <p className="note">{portalText.onlyGaps}</p>;
  return (
    <>
      {data.kind === "2d" ? <HeatMap grid={data} /> : <LinePlotView line={data} />}
      <p className="note">
        {portalText.extentText(
          valueText(data.extent.low),
          `${valueText(data.extent.high)}${data.units === null || data.units === "1" ? "" : ` ${data.units}`}`,
          data.isThinned,
        )}
      </p>
    </>
  );
}
