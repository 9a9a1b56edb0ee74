import { OutLink } from "#renderer/components/out-link.tsx";
import type { ModelFileShown, ProductFileShown, RawFileShown } from "#renderer/screens/portal/list/rows.ts";
import { portalText } from "#renderer/text/portal.ts";
import { Fact, FactGroup, TextFact, yesNo } from "./facts.tsx";
import { InstrumentName } from "./instrument-name.tsx";

export type SiteShown = ProductFileShown["site"];
export type ProductShown = ProductFileShown["product"];
export type InstrumentRecordShown = NonNullable<ProductFileShown["instrument"]>;
export type InstrumentTypeShown = NonNullable<RawFileShown["instrumentType"]>;
export type ModelShown = ModelFileShown["model"];

const degrees = (value: number | null, positive: string, negative: string): string | null =>
  value === null ? null : `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;

/** Everything that the portal says of a site. */
export function SiteFacts({ site }: { readonly site: SiteShown }) {
  return (
    <FactGroup title="Site">
      <Fact label="Name">{site.humanReadableName}</Fact>
      <TextFact label="Site ID" text={site.id} isMono isCopied />
      <Fact label="Station">{site.stationName}</Fact>
      <Fact label="Description">{site.description}</Fact>
      <Fact label="Type">{site.type.join(", ")}</Fact>
      <Fact label="Latitude">{degrees(site.latitude, "N", "S")}</Fact>
      <Fact label="Longitude">{degrees(site.longitude, "E", "W")}</Fact>
      <Fact label="Altitude">{site.altitude === null ? null : `${site.altitude} m`}</Fact>
      <Fact label="Country">{site.country}</Fact>
      <Fact label="Country code">{site.countryCode}</Fact>
      <Fact label="Country part">{site.countrySubdivisionCode}</Fact>
      <Fact label="GAW code">{site.gaw}</Fact>
      <Fact label="DVAS ID">{site.dvasId}</Fact>
      <Fact label="Infrastructure ID">{site.infraId}</Fact>
    </FactGroup>
  );
}

/** Everything that the portal says of a product. */
export function ProductFacts({ product }: { readonly product: ProductShown }) {
  return (
    <FactGroup title="Product">
      <Fact label="Name">{product.humanReadableName}</Fact>
      <TextFact label="Product ID" text={product.id} isMono />
      <Fact label="Type">{product.type.join(", ")}</Fact>
      <Fact label="Experimental">{yesNo(product.experimental)}</Fact>
    </FactGroup>
  );
}

/** Everything that the portal says of a physical instrument. */
export function RecordedInstrumentFacts({ instrument }: { readonly instrument: InstrumentRecordShown }) {
  return (
    <FactGroup title="Instrument">
      <Fact label="Name">
        <InstrumentName {...instrument} />
      </Fact>
      <Fact label="Instrument PID" copy={instrument.pid}>
        <OutLink href={instrument.pid} />
      </Fact>
      <TextFact label="Instrument uuid" text={instrument.uuid} isMono isCopied />
      <Fact label="Model">{instrument.model}</Fact>
      <Fact label="Type">{instrument.type}</Fact>
      <Fact label="Serial number">{instrument.serialNumber}</Fact>
      <Fact label="Owners">{instrument.owners.join(", ")}</Fact>
      <TextFact label="Instrument ID" text={instrument.instrumentId} isMono />
      <TextFact label="Site ID" text={instrument.siteId} isMono />
    </FactGroup>
  );
}

/** Everything that the portal says of a kind of instrument. */
export function InstrumentTypeFacts({ type }: { readonly type: InstrumentTypeShown }) {
  return (
    <FactGroup title="Instrument type">
      <Fact label="Name">{type.humanReadableName}</Fact>
      <Fact label="Short name">{type.shortName}</Fact>
      <TextFact label="Instrument ID" text={type.id} isMono />
      <Fact label="Kind">{type.type}</Fact>
      <Fact label="Supported tags">{type.allowedTags.join(", ")}</Fact>
    </FactGroup>
  );
}

/** Everything that the portal says of a weather model. */
export function ModelFacts({ model }: { readonly model: ModelShown }) {
  return (
    <FactGroup title="Model">
      <Fact label="Name">{model.humanReadableName}</Fact>
      <TextFact label="Model ID" text={model.id} isMono />
      <Fact label="Optimum order">{model.optimumOrder}</Fact>
      <Fact label={portalText.madeFromModel}>{model.sourceModelId}</Fact>
      <Fact label="Forecast starts">{model.forecastStart === null ? null : `${model.forecastStart} h`}</Fact>
      <Fact label="Forecast ends">{model.forecastEnd === null ? null : `${model.forecastEnd} h`}</Fact>
    </FactGroup>
  );
}
