import { say } from "#base/say.ts";
import { decimalText } from "#base/text.ts";
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
  value === null ? null : `${decimalText(Math.abs(value), 3)}° ${value < 0 ? negative : positive}`;

/** Everything that the portal says of a site. */
export function SiteFacts({ site }: { readonly site: SiteShown }) {
  return (
    <FactGroup title={say("Site")}>
      <Fact label={say("Name")}>{site.humanReadableName}</Fact>
      <TextFact label={say("Site ID")} text={site.id} isMono isCopied />
      <Fact label={say("Station")}>{site.stationName}</Fact>
      <Fact label={say("Description")}>{site.description}</Fact>
      <Fact label={say("Type")}>{site.type.join(", ")}</Fact>
      <Fact label={say("Latitude")}>{degrees(site.latitude, "N", "S")}</Fact>
      <Fact label={say("Longitude")}>{degrees(site.longitude, "E", "W")}</Fact>
      <Fact label={say("Altitude")}>{site.altitude === null ? null : `${site.altitude} m`}</Fact>
      <Fact label={say("Country")}>{site.country}</Fact>
      <Fact label={say("Country code")}>{site.countryCode}</Fact>
      <Fact label={say("Country part")}>{site.countrySubdivisionCode}</Fact>
      <Fact label={say("GAW code")}>{site.gaw}</Fact>
      <Fact label="DVAS ID">{site.dvasId}</Fact>
      <Fact label={say("Infrastructure ID")}>{site.infraId}</Fact>
    </FactGroup>
  );
}

/** Everything that the portal says of a product. */
export function ProductFacts({ product }: { readonly product: ProductShown }) {
  return (
    <FactGroup title={say("Product")}>
      <Fact label={say("Name")}>{product.humanReadableName}</Fact>
      <TextFact label={say("Product ID")} text={product.id} isMono />
      <Fact label={say("Type")}>{product.type.join(", ")}</Fact>
      <Fact label={say("Experimental")}>{yesNo(product.experimental)}</Fact>
    </FactGroup>
  );
}

/** Everything that the portal says of a physical instrument. */
export function RecordedInstrumentFacts({ instrument }: { readonly instrument: InstrumentRecordShown }) {
  return (
    <FactGroup title={say("Instrument")}>
      <Fact label={say("Name")}>
        <InstrumentName {...instrument} sentBy={[]} />
      </Fact>
      <Fact label={say("Instrument PID")} copy={instrument.pid}>
        <OutLink href={instrument.pid} />
      </Fact>
      <TextFact label={say("Instrument uuid")} text={instrument.uuid} isMono isCopied />
      <Fact label={say("Model")}>{instrument.model}</Fact>
      <Fact label={say("Type")}>{instrument.type}</Fact>
      <Fact label={say("Serial number")}>{instrument.serialNumber}</Fact>
      <Fact label={say("Owners")}>{instrument.owners.join(", ")}</Fact>
      <TextFact label={say("Instrument ID")} text={instrument.instrumentId} isMono />
      <TextFact label={say("Site ID")} text={instrument.siteId} isMono />
    </FactGroup>
  );
}

/** Everything that the portal says of a kind of instrument. */
export function InstrumentTypeFacts({ type }: { readonly type: InstrumentTypeShown }) {
  return (
    <FactGroup title={say("Instrument type")}>
      <Fact label={say("Name")}>{type.humanReadableName}</Fact>
      <Fact label={say("Short name")}>{type.shortName}</Fact>
      <TextFact label={say("Instrument ID")} text={type.id} isMono />
      <Fact label={say("Kind")}>{type.type}</Fact>
      <Fact label={say("Supported tags")}>{type.allowedTags.join(", ")}</Fact>
    </FactGroup>
  );
}

/** Everything that the portal says of a weather model. */
export function ModelFacts({ model }: { readonly model: ModelShown }) {
  return (
    <FactGroup title={say("Model")}>
      <Fact label={say("Name")}>{model.humanReadableName}</Fact>
      <TextFact label={say("Model ID")} text={model.id} isMono />
      <Fact label={say("Optimum order")}>{model.optimumOrder}</Fact>
      <Fact label={portalText.madeFromModel}>{model.sourceModelId}</Fact>
      <Fact label={say("Forecast starts")}>
        {model.forecastStart === null ? null : `${model.forecastStart} h`}
      </Fact>
      <Fact label={say("Forecast ends")}>{model.forecastEnd === null ? null : `${model.forecastEnd} h`}</Fact>
    </FactGroup>
  );
}
