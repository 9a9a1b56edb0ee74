import { Button } from "@mantine/core";
import { Link } from "react-router";
import { addDays, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import {
  InstrumentTypeFacts,
  ModelFacts,
  ProductFacts,
  RecordedInstrumentFacts,
} from "#renderer/screens/portal/details/catalogue-facts.tsx";
import styles from "#renderer/screens/portal/details/details.module.css";
import { Fact, FactGroup } from "#renderer/screens/portal/details/facts.tsx";
import { portalText } from "#renderer/text/portal.ts";
import type { Entry, ProductWithVariables } from "./entries.ts";

/** Everything that the portal says of an entry, and the way to its files. */
export function CatalogueDetails({ entry: { thing } }: { readonly entry: Entry }) {
  const days = `dateFrom=${addDays(todayUtc(Date.now()), -6)}`;
  switch (thing.kind) {
    case "products":
      return (
        <>
          <Way to={`/data/files?product=${encodeURIComponent(thing.product.id)}&${days}`}>
            {portalText.filesOfThisProduct}
          </Way>
          <ProductFacts product={thing.product} />
          <Variables product={thing.product} />
        </>
      );
    case "types":
      return (
        <>
          <Way to={`/data/raw-files?instrument=${encodeURIComponent(thing.type.id)}&${days}`}>
            {portalText.rawFilesOfThisType}
          </Way>
          <InstrumentTypeFacts type={thing.type} />
        </>
      );
    case "models":
      return (
        <>
          <Way to={`/data/model-files?model=${encodeURIComponent(thing.model.id)}&${days}`}>
            {portalText.filesOfThisModel}
          </Way>
          <ModelFacts model={thing.model} />
        </>
      );
    case "records":
      return (
        <>
          <Way to={`/data/raw-files?instrumentPid=${encodeURIComponent(thing.instrument.pid)}&${days}`}>
            {portalText.rawFilesOfThisInstrument}
          </Way>
          <RecordedInstrumentFacts instrument={thing.instrument} />
        </>
      );
  }
}

function Way({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <div className={`${styles.actions} wraps`}>
      <Button size="compact-sm" component={Link} to={to}>
        {children}
      </Button>
    </div>
  );
}

function Variables({ product }: { readonly product: ProductWithVariables }) {
  return (
    <FactGroup title={say("Variables")}>
      {product.variables.length === 0 ? <Fact label={say("Variables")}>{null}</Fact> : null}
      {product.variables
        .toSorted((one, other) => one.order - other.order)
        .map((variable) => (
          <Fact key={variable.id} label={variable.humanReadableName} copy={variable.id} isMono>
            {variable.id}
            {variable.infraName === null ? "" : ` · ${variable.infraName}`}
          </Fact>
        ))}
    </FactGroup>
  );
}
