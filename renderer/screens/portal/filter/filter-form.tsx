import { SegmentedControl, Switch } from "@mantine/core";
import { isRealDate } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { NumberField } from "#renderer/components/number-field.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import {
  useInstrumentRecords,
  useInstrumentTypes,
  useModels,
  useProducts,
  useSites,
} from "#renderer/store/use-catalogue.ts";
import { portalText } from "#renderer/text/portal.ts";
import { statusName } from "#renderer/text/portal-marks.ts";
import { DateFilter } from "./date-filter.tsx";
import styles from "./filter.module.css";
import { SeveralField, TextsField } from "./filter-fields.tsx";
import { changed, type FilterField, fieldsOf } from "./portal-filter.ts";

const named = (list: readonly { readonly id: string; readonly humanReadableName: string }[] | undefined) =>
  list?.map(({ id, humanReadableName }) => ({ value: id, label: humanReadableName }));

const statuses = ["created", "uploaded", "processed", "invalid"].map((value) => ({
  value,
  label: statusName(value),
}));

/** Every filter that the list's route knows. */
export function FilterForm({ view }: { readonly view: PortalView }) {
  const { listing, filter, setFilter } = view;
  const { data: sites } = useSites();
  const has = (field: FilterField): boolean => fieldsOf[listing].includes(field);
  return (
    <div className="stack gap-12">
      <SeveralField
        view={view}
        field="site"
        label={say("Site")}
        placeholder={say("All sites")}
        choices={named(sites)}
      />
      {has("product") ? <ProductFields view={view} /> : null}
      {has("model") ? <ModelFields view={view} /> : null}
      {has("instrument") ? <InstrumentFields view={view} /> : null}
      <DateFilter filter={filter} onChange={setFilter} />
      {has("status") ? <RawFields view={view} /> : null}
      <details className={styles.more} open={isMoreInUse(view)}>
        <summary className="row gap-4 lines muted text-small">
          {sayNodes("{icon} More filters", { icon: <Icon name="right" size={14} /> })}
        </summary>
        <div className="stack gap-12">
          {has("allVersions") ? (
            <Switch
              size="xs"
              label={portalText.allVersionsOfAFile}
              checked={filter.allVersions === true}
              onChange={(event) =>
                setFilter(changed(filter, { allVersions: event.currentTarget.checked || undefined }))
              }
            />
          ) : null}
          <UpdatedField view={view} field="updatedAtFrom" label={portalText.updatedSinceUtc} />
          <UpdatedField view={view} field="updatedAtTo" label={portalText.updatedUntilUtc} />
          <NumberField
            label={say("Limit")}
            type="number"
            placeholder={say("No limit")}
            value={filter.limit === undefined ? "" : String(filter.limit)}
            isValid={(text) => /^[1-9]\d{0,8}$/.test(text)}
            onChange={(text) => setFilter(changed(filter, { limit: text === "" ? undefined : Number(text) }))}
          />
        </div>
      </details>
    </div>
  );
}

type Part = { readonly view: PortalView };

/** A default filter that is not known yet opens nothing, as the next one would close it again. */
function isMoreInUse({ filter, isReady }: PortalView): boolean {
  return (
    isReady && [filter.updatedAtFrom, filter.updatedAtTo, filter.limit, filter.allVersions].some(Boolean)
  );
}

function ProductFields({ view }: Part) {
  const { data: products } = useProducts();
  const chosen = products?.filter(({ id }) => view.filter.product?.includes(id) ?? true);
  const variables = chosen?.flatMap((product) =>
    product.variables.map(({ id, humanReadableName }) => ({
      value: id,
      label: `${product.humanReadableName}: ${humanReadableName}`,
    })),
  );
  return (
    <>
      <SeveralField
        view={view}
        field="product"
        label={say("Product")}
        placeholder={say("All products")}
        choices={named(products)}
      />
      {view.listing === "visualizations" ? (
        <SeveralField
          view={view}
          field="variable"
          label={say("Variable")}
          placeholder={say("All variables")}
          choices={variables}
        />
      ) : null}
    </>
  );
}

function ModelFields({ view }: Part) {
  const { listing, filter, setFilter } = view;
  const { data: models } = useModels();
  const hasModel = filter.model !== undefined;
  return (
    <>
      {listing === "modelFiles" ? (
        <fieldset className="stack shrinks">
          <legend className={`${styles.legend} text-small strong`}>{say("Which model")}</legend>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-label={say("Which model")}
            value={hasModel ? "some" : filter.allModels === true ? "all" : "optimum"}
            onChange={(choice) => {
              const first = models?.[0]?.id;
              if (choice === "all") setFilter(changed(filter, { allModels: true }));
              else if (choice === "optimum")
                setFilter(changed(filter, { allModels: undefined, model: undefined }));
              else if (first !== undefined)
                setFilter(changed(filter, { allModels: undefined, model: [first] }));
            }}
            data={[
              { value: "optimum", label: say("Optimum") },
              { value: "all", label: say("All") },
              { value: "some", label: say("Selected") },
            ]}
          />
        </fieldset>
      ) : null}
      {listing === "rawModelFiles" || hasModel ? (
        <SeveralField
          view={view}
          field="model"
          label={say("Model")}
          placeholder={say("All models")}
          choices={named(models)}
        />
      ) : null}
    </>
  );
}

function InstrumentFields({ view }: Part) {
  const { data: types } = useInstrumentTypes();
  const { data: records } = useInstrumentRecords();
  return (
    <>
      <SeveralField
        view={view}
        field="instrument"
        label={say("Instrument type")}
        placeholder={say("All instruments")}
        choices={named(types)}
      />
      {records === null ? (
        <TextsField
          view={view}
          field="instrumentPid"
          label={say("Instrument PID")}
          placeholder="https://hdl.handle.net/…"
        />
      ) : (
        <SeveralField
          view={view}
          field="instrumentPid"
          label={portalText.instrumentByItsPid}
          placeholder={say("All PIDs")}
          choices={records?.map(({ pid, name }) => ({ value: pid, label: `${name} · ${pid.slice(-16)}` }))}
        />
      )}
    </>
  );
}

function RawFields({ view }: Part) {
  return (
    <>
      <SeveralField
        view={view}
        field="status"
        label={say("Status")}
        placeholder={say("Any status")}
        choices={statuses}
      />
      <TextsField
        view={view}
        field="filename"
        label={portalText.fileNameIs}
        placeholder={portalText.fullNameThenEnter}
      />
      <TextsField
        view={view}
        field="filenamePrefix"
        label={portalText.fileNameStartsWith}
        placeholder={portalText.startOfNameThenEnter}
      />
      <TextsField
        view={view}
        field="filenameSuffix"
        label={portalText.fileNameEndsWith}
        placeholder=".nc, then Enter"
      />
    </>
  );
}

interface UpdatedProps extends Part {
  readonly field: "updatedAtFrom" | "updatedAtTo";
  readonly label: string;
}

function UpdatedField({ view: { filter, setFilter }, field, label }: UpdatedProps) {
  return (
    <NumberField
      label={label}
      type="moment"
      value={filter[field]?.slice(0, 16).replace("T", " ") ?? ""}
      isValid={(text) => momentOfField(text) !== null}
      onChange={(text) => setFilter(changed(filter, { [field]: momentOfField(text) ?? undefined }))}
    />
  );
}

/** `2026-11-21 10:30` of a form, understood as UTC, as a moment of the contract; null where it is none. */
function momentOfField(text: string): string | null {
  const [, day = "", clock = "00:00"] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?$/.exec(text.trim()) ?? [];
  if (!isRealDate(day)) return null;
  const ms = Date.parse(`${day}T${clock}:00Z`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
