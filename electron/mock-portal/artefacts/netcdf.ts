import type { StoredModel, StoredProduct, StoredSite, StoredVariable } from "#mock-portal/store/records.ts";
import type { Attributes, Hdf5Variable, NetcdfWriter } from "./netcdf-writer.ts";
import { type HourSpan, isMeasured, WHOLE_DAY } from "./painting.ts";
import { quantityOf, shortName } from "./quantities.ts";
import type { Sky } from "./sky.ts";

/** The netCDF default for a float that was not measured. */
const FILL_FLOAT = 9.969209968386869e36;

const CONVENTIONS = "CF-1.8";

/** Facts that a product file states about itself. */
export type ProductContent = {
  /** Becomes the global attribute `file_uuid` (docs/portal/api.md, "File"). */
  fileUuid: string;
  site: StoredSite;
  product: StoredProduct;
  /** The variables that the file holds; some of the product's. */
  variables: readonly StoredVariable[];
  sky: Sky;
  /** Hours of the day with measurements; the rest is filled. Default: all. */
  measured?: readonly HourSpan[];
  /** Timestamp for the history line. */
  createdAt: string;
  /** Persistent identifier of the file, if it has one. */
  pid?: string;
  sourceFileUuids: readonly string[];
  /** Name and persistent identifier of the instrument, for products of one instrument. */
  instrument?: { name: string; pid: string } | null;
};

/** A product file: real netCDF-4 bytes, the same for the same argument. */
export function productNetcdf(write: NetcdfWriter, content: ProductContent): Uint8Array {
  const { site, sky, product, instrument } = content;
  const measured = content.measured ?? WHOLE_DAY;
  const data = content.variables.map((variable) => dataVariable(product.id, variable, sky, measured));
  return write({
    dimensions: { time: sky.timeCount, height: sky.heightCount },
    variables: [...coordinates(site, sky), ...data],
    attributes: {
      Conventions: CONVENTIONS,
      title: `${product.humanReadableName} products from ${site.humanReadableName}`,
      location: site.humanReadableName,
      file_type: product.id,
      ...(instrument ? { source: instrument.name, instrument_pid: instrument.pid } : {}),
    },
    ownAttributes: ownAttributes(content),
  });
}

/** A model file: profiles above the site for every hour from midnight to midnight. `sky` needs 24 steps or fewer. */
export function modelNetcdf(
  write: NetcdfWriter,
  content: Omit<ProductContent, "product" | "instrument" | "measured"> & { model: StoredModel },
): Uint8Array {
  const { site, sky, model } = content;
  const levels: Hdf5Variable = {
    name: "level",
    dimensions: ["level"],
    values: Int32Array.from({ length: sky.heightCount }, (_, h) => h + 1),
    attributes: { units: "1", standard_name: "model_level_number" },
  };
  const heights: Hdf5Variable = {
    name: "height",
    dimensions: ["level"],
    values: sky.heightsM,
    attributes: { units: "m", standard_name: "height", positive: "up" },
  };
  const data = content.variables.map((variable) => ({
    ...dataVariable("model", variable, sky, WHOLE_DAY),
    dimensions: ["time", "level"],
  }));
  return write({
    dimensions: { time: sky.timeCount, level: sky.heightCount },
    variables: [...coordinates(site, sky).filter(({ name }) => name !== "height"), levels, heights, ...data],
    attributes: {
      Conventions: CONVENTIONS,
      title: `${model.humanReadableName} for ${site.humanReadableName}`,
      location: site.humanReadableName,
      file_type: "model",
      source: model.humanReadableName,
      model_id: model.id,
    },
    ownAttributes: ownAttributes(content),
  });
}

function coordinates(site: StoredSite, sky: Sky): Hdf5Variable[] {
  const scalar = (name: string, value: number, units: string): Hdf5Variable => ({
    name,
    dimensions: [],
    values: Float32Array.of(value),
    attributes: { units, standard_name: name },
  });
  return [
    {
      name: "time",
      dimensions: ["time"],
      values: Float64Array.from(sky.hours),
      attributes: { standard_name: "time", calendar: "standard" },
      ownAttributes: { units: `hours since ${sky.date} 00:00:00 +00:00` },
    },
    {
      name: "height",
      dimensions: ["height"],
      values: sky.heightsM.map((metres) => metres + site.altitude),
      attributes: { units: "m", standard_name: "height_above_mean_sea_level", positive: "up" },
    },
    scalar("latitude", site.latitude, "degree_north"),
    scalar("longitude", site.longitude, "degree_east"),
    scalar("altitude", site.altitude, "m"),
  ];
}

function dataVariable(
  productId: string,
  variable: StoredVariable,
  sky: Sky,
  measured: readonly HourSpan[],
): Hdf5Variable {
  const name = shortName(productId, variable.id);
  const quantity = quantityOf(productId, name);
  const hasData = Array.from(sky.hours, (hour) => isMeasured(measured, hour));
  const common = {
    units: quantity.units,
    long_name: variable.humanReadableName,
    ...(quantity.standardName === null ? {} : { standard_name: quantity.standardName }),
  };
  if (quantity.kind === "flags") {
    const codes = quantity.codes(sky);
    return {
      name,
      dimensions: ["time", "height"],
      values: codes.map((code, cell) => (hasData[Math.floor(cell / sky.heightCount)] ? code : 0)),
      attributes: {
        ...common,
        flag_values: { type: "b", numbers: quantity.flags.map(({ code }) => code) },
        flag_meanings: quantity.flags
          .map((flag) => flag.name.toLowerCase().replaceAll(/[ ,]+/g, "_"))
          .join(" "),
      },
    };
  }
  const isProfile = quantity.kind === "profile";
  const stepSize = isProfile ? sky.heightCount : 1;
  const values = isProfile ? quantity.cells(sky) : quantity.steps(sky);
  return {
    name,
    dimensions: isProfile ? ["time", "height"] : ["time"],
    values: values.map((value, i) =>
      Number.isNaN(value) || !hasData[Math.floor(i / stepSize)] ? FILL_FLOAT : value,
    ),
    attributes: { _FillValue: { type: "f", numbers: [FILL_FLOAT] }, ...common },
  };
}

function ownAttributes(
  content: Pick<ProductContent, "fileUuid" | "sky" | "createdAt" | "pid" | "sourceFileUuids">,
): Attributes {
  const [year = "", month = "", day = ""] = content.sky.date.split("-");
  return {
    file_uuid: content.fileUuid,
    ...(content.pid ? { pid: content.pid } : {}),
    year,
    month,
    day,
    history: `${content.createdAt.slice(0, 19).replace("T", " ")} +00:00 - file created by the mock portal`,
    ...(content.sourceFileUuids.length > 0 ? { source_file_uuids: content.sourceFileUuids.join(", ") } : {}),
  };
}
