import type { NetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import type { SeedTarget } from "#mock-portal/store/records.ts";
import { dayAfter } from "./days.ts";
import { productFilesOf } from "./demo-files.ts";
import { modelFilesOf } from "./demo-models.ts";
import { modelUploadsOf, uploadsOf } from "./demo-raw.ts";
import type { FactBook } from "./fact-book.ts";
import { DEMO_DAY_COUNT, type SeedStation } from "./stations.ts";

/** Parts that the work on a station needs. */
export type DemoWork = { today: string; book: FactBook; write: NetcdfWriter; target: SeedTarget };

/** Fills the target with all days of a station, oldest first; each step is one day. */
export function* stationDays(station: SeedStation, work: DemoWork): Generator<void> {
  const { today, book, write, target } = work;
  for (let age = DEMO_DAY_COUNT; age >= 1; age--) {
    const date = dayAfter(today, -age);
    const products = productFilesOf(station, date, today, book, write, target);
    const models = modelFilesOf(station, date, today, book, write, target);
    target.insert({
      files: products.files,
      modelFiles: models.modelFiles,
      plots: [...products.plots, ...models.plots],
      uploads: uploadsOf(station, date, today, book, write, target),
      modelUploads: modelUploadsOf(station, date, book, write, target),
    });
    yield;
  }
}
