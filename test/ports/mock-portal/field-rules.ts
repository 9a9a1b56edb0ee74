import { expect } from "vitest";

/** Rule of docs/portal/api.md for one field. */
type Rule = (value: unknown) => boolean;

const matches =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === "string" && pattern.test(value);

const string: Rule = (value) => typeof value === "string";
const number: Rule = (value) => typeof value === "number" && Number.isFinite(value);
const integer: Rule = (value) => Number.isInteger(value);
const boolean: Rule = (value) => typeof value === "boolean";
const uuidString = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const date = matches(/^\d{4}-\d\d-\d\d$/);
const timestamp = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const decimal = matches(/^\d+$/);
const url = matches(/^https?:\/\//);
const md5Hex = matches(/^[0-9a-f]{32}$/);
const sha256Hex = matches(/^[0-9a-f]{64}$/);
const fraction: Rule = (value) => number(value) && Number(value) >= 0 && Number(value) <= 1;
const strings: Rule = (value) => Array.isArray(value) && value.every(string);
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value);
const either =
  (one: Rule, other: Rule): Rule =>
  (value) =>
    one(value) || other(value);
const equal =
  (wanted: unknown): Rule =>
  (value) =>
    value === wanted;
const listOf =
  (fields: Fields): Rule =>
  (value) =>
    Array.isArray(value) && value.every((element) => faultsOf(element, fields).length === 0);
const shaped =
  (fields: Fields): Rule =>
  (value) =>
    faultsOf(value, fields).length === 0;

/** The fields of a resource, exactly. */
type Fields = Readonly<Record<string, Rule>>;

/** Expects exactly these fields, each by its rule. */
export function expectFields(record: unknown, fields: Fields): void {
  expect(faultsOf(record, fields)).toEqual([]);
}

function faultsOf(record: unknown, fields: Fields): string[] {
  if (typeof record !== "object" || record === null) return [`not an object: ${JSON.stringify(record)}`];
  const values = new Map(Object.entries(record));
  const missing = Object.keys(fields).filter((name) => !values.has(name));
  const unknown = [...values.keys()].filter((name) => !(name in fields));
  const wrong = [...values].filter(([name, value]) => fields[name]?.(value) === false);
  return [
    ...missing.map((name) => `${name} is missing`),
    ...unknown.map((name) => `${name} is not in the contract`),
    ...wrong.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ];
}

const site: Fields = {
  id: string,
  humanReadableName: string,
  stationName: orNull(string),
  type: strings,
  latitude: number,
  longitude: number,
  altitude: number,
  gaw: orNull(string),
  dvasId: orNull(string),
  infraId: orNull(integer),
  country: string,
  countryCode: matches(/^[A-Z]{2}$/),
  countrySubdivisionCode: orNull(string),
};
const describedSite: Fields = { ...site, description: orNull(string) };

const product: Fields = { id: string, humanReadableName: string, type: strings, experimental: boolean };
const variable: Fields = { id: string, humanReadableName: string, order: either(integer, decimal) };

const instrument: Fields = {
  id: string,
  type: string,
  humanReadableName: string,
  shortName: string,
  allowedTags: strings,
};

const model: Fields = {
  id: string,
  humanReadableName: string,
  optimumOrder: integer,
  sourceModelId: orNull(string),
  forecastStart: orNull(integer),
  forecastEnd: orNull(integer),
};

const instrumentRecord: Fields = {
  uuid: uuidString,
  pid: url,
  name: string,
  owners: strings,
  model: string,
  type: string,
  serialNumber: orNull(string),
};

const commonFile: Fields = {
  uuid: uuidString,
  version: string,
  pid: url,
  dvasId: orNull(string),
  volatile: boolean,
  tombstoneReason: orNull(string),
  legacy: boolean,
  measurementDate: date,
  checksum: sha256Hex,
  size: decimal,
  coverage: orNull(fraction),
  format: string,
  errorLevel: orNull(string),
  createdAt: timestamp,
  updatedAt: timestamp,
  dvasUpdatedAt: orNull(timestamp),
  startTime: orNull(timestamp),
  stopTime: orNull(timestamp),
  site: shaped(site),
  product: shaped(product),
  downloadUrl: url,
  filename: string,
  timeliness: string,
};

const raw: Fields = {
  uuid: uuidString,
  checksum: md5Hex,
  filename: string,
  s3key: string,
  measurementDate: date,
  size: decimal,
  status: string,
  createdAt: timestamp,
  updatedAt: timestamp,
  siteId: string,
  site: shaped(describedSite),
  downloadUrl: url,
};

const dimensions: Fields = {
  width: integer,
  height: integer,
  marginTop: integer,
  marginRight: integer,
  marginBottom: integer,
  marginLeft: integer,
};
const visualizationItem = (ofVariable: Fields): Fields => ({
  s3key: string,
  productVariable: shaped(ofVariable),
  dimensions: orNull(shaped(dimensions)),
});
const visualization: Fields = {
  sourceFileId: uuidString,
  productHumanReadable: string,
  locationHumanReadable: string,
  volatile: boolean,
  legacy: boolean,
};

/** The tables of docs/portal/api.md, "Resources and their fields", written a second time on purpose. */
export const contract = {
  Site: describedSite,
  "Product of the list": { ...product, experimental: either(equal("false"), equal("true")) },
  ProductVariables: { ...product, variables: listOf(variable) },
  Instrument: instrument,
  Model: model,
  "File of the list": { ...commonFile, instrument: orNull(shaped(instrumentRecord)) },
  File: {
    ...commonFile,
    instrument: orNull(shaped(instrumentRecord)),
    software: listOf({ id: string, version: string, title: string, url }),
    sourceFileIds: (value: unknown) => Array.isArray(value) && value.every(uuidString),
  },
  ModelFile: { ...commonFile, model: shaped(model), product: shaped({ ...product, id: equal("model") }) },
  Visualization: { ...visualization, visualizations: listOf(visualizationItem(variable)) },
  "Visualization of the list": {
    ...visualization,
    visualizations: listOf(visualizationItem({ ...variable, infraName: orNull(string) })),
    experimental: boolean,
    source: orNull(shaped(instrumentRecord)),
  },
  Upload: {
    ...raw,
    instrumentPid: string,
    tags: strings,
    instrumentId: string,
    instrumentInfoUuid: uuidString,
    instrument: shaped(instrument),
    instrumentInfo: shaped({ ...instrumentRecord, instrumentId: string }),
  },
  ModelUpload: { ...raw, modelId: string, model: shaped(model) },
  Error: { status: integer, errors: strings },
} satisfies Record<string, Fields>;
