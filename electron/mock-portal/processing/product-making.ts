import { productNetcdf } from "#mock-portal/artefacts/netcdf.ts";
import { openNetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import { PLOT_DIMENSIONS, PLOT_GRID, plotPng } from "#mock-portal/artefacts/plot.ts";
import { quantityOf, shortName } from "#mock-portal/artefacts/quantities.ts";
import { skyAbove } from "#mock-portal/artefacts/sky.ts";
import type {
  PlotDimensions,
  StoredInstrumentRecord,
  StoredProduct,
  StoredSite,
  StoredVariable,
} from "#mock-portal/store/records.ts";

/** Facts from which a product is made. */
export type ProductOrder = {
  fileUuid: string;
  pid: string;
  site: StoredSite;
  product: StoredProduct;
  variables: readonly StoredVariable[];
  instrument: StoredInstrumentRecord;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Measurements reach from midnight to this hour. */
  untilHour: number;
  createdAt: string;
  sourceFileUuids: readonly string[];
};

/** A plot that was drawn. */
export type DrawnPlot = { variableId: string; png: Uint8Array; dimensions: PlotDimensions };

/** Makes the bytes of products; its library is loaded once. */
export type ProductMaker = {
  /** A NetCDF-4 file that carries its uuid. */
  file(order: ProductOrder): Uint8Array;
  /** A PNG of one variable; takes some 30 ms. */
  plot(order: ProductOrder, variable: StoredVariable): DrawnPlot;
};

/** Loads what is needed to write NetCDF-4 files and plots. */
export async function openProductMaker(): Promise<ProductMaker> {
  const write = await openNetcdfWriter();
  return {
    file: ({ date, untilHour, ...order }) =>
      productNetcdf(write, { ...order, sky: skyAbove(order.site, date), measured: [[0, untilHour]] }),
    plot: ({ site, product, date, untilHour }, variable) => ({
      variableId: variable.id,
      dimensions: { ...PLOT_DIMENSIONS },
      png: plotPng({
        sky: skyAbove(site, date, PLOT_GRID),
        quantity: quantityOf(product.id, shortName(product.id, variable.id)),
        title: `${variable.humanReadableName} - ${site.humanReadableName} - ${date}`,
        measured: [[0, untilHour]],
      }),
    }),
  };
}
