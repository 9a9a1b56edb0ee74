import type { presenter } from "./shown-records.ts";
import type { Catalogue } from "./store/catalogue.ts";
import type { StoredInstrumentRecord } from "./store/records.ts";

/** Shape of the answers of the read routes: as docs/portal/api.md says, or as the live portal gives them today. */
export type AnswerShape = "contract" | "live";

type ContractPresenter = ReturnType<typeof presenter>;

/** Turns stored records into what is served. */
export type Presenter = {
  [Name in keyof ContractPresenter]: (...given: Parameters<ContractPresenter[Name]>) => object;
};

/** A key that no document knows: they appear everywhere (docs/portal/observed.md §4). */
const unknownKey = { addedLater: null };

/** A site without a place, as the live portal has them: what moves has neither coordinates nor country. */
export const mobileSite = {
  id: "research-vessel",
  humanReadableName: "Research vessel",
  stationName: null,
  description: null,
  type: ["mobile"],
  latitude: null,
  longitude: null,
  altitude: null,
  gaw: null,
  dvasId: null,
  country: null,
  countryCode: null,
  countrySubdivisionCode: null,
  actrisId: null,
  ...unknownKey,
};

/** An instrument record with what the live portal adds. */
function liveInstrument({ siteId: _, instrumentId, ...record }: StoredInstrumentRecord) {
  return { ...record, instrumentId, modelUrl: null, typeUrl: null, ...unknownKey };
}

/** The drift of docs/portal/observed.md §4, on top of the answers of the contract. */
export function livePresenter(contract: ContractPresenter, catalogue: Catalogue): Presenter {
  const site = <Given extends { infraId: number | null }>({ infraId, ...own }: Given) => ({
    ...own,
    actrisId: infraId,
    ...unknownKey,
  });
  const rawSite = ({ description: _, ...own }: ReturnType<ContractPresenter["site"]>) => site(own);
  const instrument = (uuid: string | undefined) => {
    const record = uuid === undefined ? undefined : catalogue.instrumentRecords.get(uuid);
    return record ? liveInstrument(record) : null;
  };
  const file = <Given extends ReturnType<ContractPresenter["listedFile" | "modelFile"]>>(given: Given) => ({
    ...given,
    s3key: given.filename,
    newBucket: true,
    site: site(given.site),
    timeliness: given.timeliness === "rrt" ? "nrt" : given.timeliness,
    ...unknownKey,
  });
  const productFile = <Given extends ReturnType<ContractPresenter["listedFile"]>>(given: Given) => ({
    ...file(given),
    instrument: instrument(given.instrument?.uuid),
  });
  const plots = (given: ReturnType<ContractPresenter["visualization"]>) =>
    given.visualizations.map(({ productVariable, ...plot }) => ({
      ...plot,
      productVariable: {
        ...productVariable,
        actrisName: catalogue.variables.get(productVariable.id)?.infraName ?? null,
      },
    }));
  const visualization: Presenter["visualization"] = (source, images) => {
    const { visualizations: _, ...listed } = contract.listedVisualization(source, images);
    const model = "modelId" in source ? catalogue.models.get(source.modelId) : undefined;
    return {
      ...listed,
      source: model ?? listed.source,
      visualizations: plots(contract.visualization(source, images)),
      ...unknownKey,
    };
  };
  return {
    ...contract,
    site: (stored) => site(contract.site(stored)),
    listedProduct: (product) => ({ ...product, ...unknownKey }),
    productVariables: (product, variables) => ({
      ...product,
      variables: variables.map(({ id, humanReadableName, order, infraName }) => ({
        id,
        humanReadableName,
        order,
        actrisName: infraName,
      })),
    }),
    listedFile: (stored) => productFile(contract.listedFile(stored)),
    file: (stored) => productFile(contract.file(stored)),
    modelFile: (stored) => ({ ...file(contract.modelFile(stored)), format: "NetCDF3" }),
    upload: (stored) => {
      const {
        s3key: _,
        instrumentPid: __,
        siteId: ___,
        instrumentId: ____,
        instrumentInfoUuid: _____,
        instrument: ______,
        instrumentInfo,
        ...own
      } = contract.upload(stored);
      return {
        ...own,
        site: rawSite(own.site),
        instrument: instrument(instrumentInfo.uuid),
        ...unknownKey,
      };
    },
    modelUpload: (stored) => {
      const own = contract.modelUpload(stored);
      return { ...own, site: rawSite(own.site), ...unknownKey };
    },
    visualization,
    listedVisualization: visualization,
  };
}
