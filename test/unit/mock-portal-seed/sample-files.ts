import { modelNetcdf, productNetcdf } from "#mock-portal/artefacts/netcdf.ts";
import { openNetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import { skyAbove } from "#mock-portal/artefacts/sky.ts";
import { MODEL_GRID } from "#mock-portal/seed/demo-models.ts";
import { factBook } from "#mock-portal/seed/fact-book.ts";
import { portalFacts } from "#mock-portal/seed/facts.ts";

const DATE = "2026-10-02";
const CREATED_AT = "2026-10-03T03:00:00.000Z";

/** A product file of a rainy day at one site, measured until 20:00. */
export async function sampleProduct(): Promise<Uint8Array> {
  const book = factBook(portalFacts());
  const site = book.site("hyytiala");
  return productNetcdf(await openNetcdfWriter(), {
    fileUuid: "0b2f3c44-0000-4000-8000-000000000001",
    site,
    product: book.product("categorize"),
    variables: [
      book.variable("categorize-Z"),
      book.variable("categorize-beta"),
      book.variable("categorize-lwp"),
    ],
    sky: skyAbove(site, DATE),
    measured: [[0, 20]],
    createdAt: CREATED_AT,
    sourceFileUuids: ["one", "two"],
  });
}

/** A model file of the same day and site. */
export async function sampleModel(): Promise<Uint8Array> {
  const book = factBook(portalFacts());
  const site = book.site("hyytiala");
  return modelNetcdf(await openNetcdfWriter(), {
    fileUuid: "0b2f3c44-0000-4000-8000-000000000002",
    site,
    model: book.model("ecmwf"),
    variables: [book.variable("model-temperature"), book.variable("model-cloud_fraction")],
    sky: skyAbove(site, DATE, MODEL_GRID),
    createdAt: CREATED_AT,
    sourceFileUuids: [],
  });
}
