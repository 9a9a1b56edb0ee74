import { createHash, randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { daysAhead, timestampOf } from "#mock-portal/portal-clock.ts";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import type { StoredProductFile, StoredUpload } from "#mock-portal/store/records.ts";
import { isFit } from "./fitness.ts";
import type { DrawnPlot, ProductMaker, ProductOrder } from "./product-making.ts";

/** At most this many variables of a product are plotted. */
const plottedVariables = 3;
/** Products as young as this are `rrt` and may still change. */
const volatileDays = 3;

type MadeProduct = { file: StoredProductFile; bytes: Uint8Array; plots: DrawnPlot[] };

/**
 * Processes raw files of one instrument and day together: each becomes `processed` (or `invalid`), and every product
 * that the instrument type leads to gets a new version made from all fit raw files of the day. Contents are stored
 * first; all records change in one transaction, so that a killed portal processes the day again.
 */
export async function processDay(
  context: PortalContext,
  maker: ProductMaker,
  waiting: readonly StoredUpload[],
): Promise<void> {
  const { uploads, contents, store, clock } = context;
  const unfit = new Set<string>();
  for (const upload of waiting) if (!(await isFit(contents.path("raw", upload.uuid)))) unfit.add(upload.uuid);
  const example = waiting.find(({ uuid }) => !unfit.has(uuid));
  const products = example ? await makeProducts(context, maker, example, unfit) : [];
  for (const { file, bytes, plots } of products) {
    contents.put("product", file.uuid, bytes);
    for (const plot of plots) contents.put("image", plotKey(file, plot), plot.png);
  }
  store.transaction(() => {
    const updatedAt = timestampOf(clock.nowMs());
    for (const upload of waiting) {
      const now = uploads.byUuid(upload.uuid)?.upload;
      const isUnchanged = now?.checksum === upload.checksum && now.status === "uploaded";
      if (isUnchanged)
        uploads.settle({ ...now, status: unfit.has(now.uuid) ? "invalid" : "processed", updatedAt });
    }
    for (const { file, plots } of products) {
      store
        .statement(
          "UPDATE files SET record = json_set(record, '$.isCurrent', json('false')) WHERE site_id = ? AND measurement_date = ? AND product_id = ? AND instrument_uuid = ? AND is_current = 1",
        )
        .run(file.siteId, file.measurementDate, file.productId, file.instrumentUuid);
      const images = plots.map((plot) => ({
        sourceFileId: file.uuid,
        s3key: plotKey(file, plot),
        variableId: plot.variableId,
        dimensions: plot.dimensions,
      }));
      store.insert({ files: [file], plots: images });
    }
  });
}

async function makeProducts(
  { catalogue, uploads, clock }: PortalContext,
  maker: ProductMaker,
  example: StoredUpload,
  unfit: ReadonlySet<string>,
): Promise<MadeProduct[]> {
  const site = catalogue.sites.get(example.siteId);
  const instrument = catalogue.instrumentRecords.get(example.instrumentInfoUuid);
  const derived = catalogue.instruments.get(example.instrumentId)?.derivedProducts ?? [];
  if (!site || !instrument) return [];
  const nowMs = clock.nowMs();
  const date = example.measurementDate;
  const sourceFileUuids = uploads
    .ofDay(example)
    .filter(({ uuid, status }) => status !== "invalid" && !unfit.has(uuid))
    .map(({ uuid }) => uuid);
  const made: MadeProduct[] = [];
  for (const productId of derived) {
    const product = catalogue.products.get(productId);
    if (!product) continue;
    const fileUuid = randomUUID();
    const variables = [...catalogue.variables.values()]
      .filter((variable) => variable.productId === productId)
      .slice(0, plottedVariables);
    const order: ProductOrder = {
      fileUuid,
      pid: `https://hdl.handle.net/21.12132/1.${fileUuid.replaceAll("-", "").slice(0, 16)}`,
      site,
      product,
      variables,
      instrument,
      date,
      untilHour: measuredUntil(date, nowMs),
      createdAt: timestampOf(nowMs),
      sourceFileUuids,
    };
    const bytes = maker.file(order);
    const plots: DrawnPlot[] = [];
    for (const variable of variables) {
      // Drawing takes a while; requests get their turn in between.
      await nextTurn();
      plots.push(maker.plot(order, variable));
    }
    made.push({ file: fileRecord(order, bytes, nowMs), bytes, plots });
  }
  return made;
}

function fileRecord(order: ProductOrder, bytes: Uint8Array, nowMs: number): StoredProductFile {
  const { fileUuid, pid, site, product, instrument, date, untilHour, createdAt } = order;
  const dayStartMs = Date.parse(`${date}T00:00:00.000Z`);
  const isYoung = daysAhead(date, nowMs) >= -volatileDays;
  return {
    uuid: fileUuid,
    version: randomUUID().replaceAll("-", ""),
    isCurrent: true,
    pid,
    dvasId: null,
    volatile: isYoung,
    tombstoneReason: null,
    legacy: false,
    measurementDate: date,
    checksum: createHash("sha256").update(bytes).digest("hex"),
    size: bytes.length,
    coverage: Math.round((untilHour / 24) * 1000) / 1000,
    format: "HDF5 (NetCDF4)",
    errorLevel: "info",
    createdAt,
    updatedAt: createdAt,
    dvasUpdatedAt: null,
    startTime: timestampOf(dayStartMs),
    stopTime: timestampOf(dayStartMs + Math.min(untilHour * 3_600_000, 86_399_000)),
    siteId: site.id,
    productId: product.id,
    filename: `${date.replaceAll("-", "")}_${site.id}_${product.id}_${instrument.instrumentId}_${instrument.uuid.slice(0, 8)}.nc`,
    timeliness: isYoung ? "rrt" : "scheduled",
    software: [
      {
        id: "mock-processing",
        version: "1.4.2",
        title: "Mock processing 1.4.2",
        url: "https://example.org/mock-processing/1.4.2",
      },
    ],
    instrumentUuid: instrument.uuid,
    sourceFileIds: [...order.sourceFileUuids],
  };
}

/** A day that is over was measured to its end; today only to now, but an hour at least. */
function measuredUntil(date: string, nowMs: number): number {
  const hours = (nowMs - Date.parse(`${date}T00:00:00.000Z`)) / 3_600_000;
  return Math.min(24, Math.max(1, hours));
}

function plotKey(file: StoredProductFile, plot: Pick<DrawnPlot, "variableId">): string {
  return `processed/${file.uuid}/${plot.variableId}.png`;
}
