import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEvents } from "#api/events/sse.ts";
import document from "#api/openapi.json" with { type: "json" };
import { replyInLanguage, sentenceFields } from "#api/told-in-language.ts";
import { httpCallOf } from "#contract/http-call.ts";
import { type MethodName, methods } from "#contract/methods.ts";
import { callCases } from "#test/support/builders/call-cases.ts";
import { ask, type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";

const names = Object.keys(methods) as MethodName[];
const asked: string[] = [];
let host: LoopbackHost;

beforeAll(async () => {
  const languages = async (tag: string) => {
    asked.push(tag);
    return (sentence: string) => `«${sentence}»`;
  };
  host = await startLoopbackHost({ languages });
  host.engine.find("radar/a.nc");
});
afterAll(() => host.close());

async function answerTo(name: MethodName, input: unknown, language?: string) {
  const { path, contentType, body } = httpCallOf(name, Object(input));
  const headers = {
    "content-type": contentType,
    ...(language === undefined ? {} : { "accept-language": language }),
  };
  return await ask(host, path, { headers, body: body as Buffer });
}

type Leaf = readonly [path: string, text: string];

/** Each text of an answer with its place: `value.issues.label`. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value === "string") return [[path.join("."), value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, Array.isArray(value) ? path : [...path, key]),
  );
}

/** Sentences that are not ours, or are for programs: each with its reason in `told-in-language.ts`. */
const notOurs =
  /^value\.(?:settings|document|portalDefaults|instrumentDefaults|notificationDefaults|keepDefaults|csv|json|report|publicKey)\b|\bportalMessage$|\bnote$|\bby$|\bbecause$|\bsubject$/;

describe.each(names)("%s", (name) => {
  it("says its sentences in the reader's language, and touches nothing else", async () => {
    const [english, spoken] = [
      await answerTo(name, callCases[name].good),
      await answerTo(name, callCases[name].good, "fi, en;q=0.5"),
    ];
    const told = new Map(leavesOf(JSON.parse(spoken.text)));
    for (const [path, text] of leavesOf(JSON.parse(english.text))) {
      const other = told.get(path) ?? "";
      if (other.startsWith("«"))
        expect(path).not.toMatch(
          /(?:^|\.)(?:name|path|folder|file|pid|site|id|pattern|note|by|key|url|settings|document|filter)(?:$|\.)/,
        );
      else if (!/^portal\.|^netcdf\./.test(name) && /^[A-Z]\S* \S+ .*[a-z]/.test(text))
        expect(path).toMatch(notOurs);
    }
    expect(english.headers["content-language"]).toBeUndefined();
    expect(spoken.headers["content-language"]).toBe("fi");
  });

  it("says a refusal in the reader's language", async () => {
    for (const [input, named] of callCases[name].bad.slice(0, 1)) {
      if (!(input instanceof Object)) continue;
      const { error } = JSON.parse((await answerTo(name, input, "de")).text);
      expect(error.message).toMatch(/^«.*»$/s);
      expect(error.message).toContain(named);
    }
  });
});

it.each([undefined, "*", "en", "en-GB, fi;q=0.9", "sv", ""])(
  "%j is answered in English, and no language is loaded",
  async (language) => {
    asked.length = 0;
    const { headers, text } = await answerTo("status", {}, language);
    expect(headers["content-language"]).toBeUndefined();
    expect(text).not.toContain("«");
    expect(asked).toEqual([]);
  },
);

it("turns a stranger away in the stranger's language", async () => {
  const headers = { authorization: "Bearer wrong", "accept-language": "fr-FR" };
  const { status, text } = await ask(host, "/api/status", { headers });
  expect(status).toBe(401);
  expect(JSON.parse(text).error.message).toMatch(/^«/);
});

it("tells the events of the journal in the reader's language", async () => {
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${host.loopback.token}`, "accept-language": "fi" };
    get(`${host.loopback.address}/events?since=0`, { headers }, resolve).on("error", reject);
  });
  for await (const event of readEvents(stream)) {
    if (event.type !== "upload.changed") continue;
    expect([null, "«"]).toContain(event.detail?.slice(0, 1) ?? null);
    break;
  }
  stream.destroy();
});

it("settings, searches and records of the portal are not ours, whatever their fields are called", () => {
  const foreign = { document: { message: "a b c" }, filter: { text: "a b c" }, record: { title: "a b c" } };
  const reply = { ok: true, value: { ...foreign, problems: [{ message: "a b c" }] } } as const;
  const told = replyInLanguage("settings.read", reply, (sentence) => `«${sentence}»`);
  expect(told).toEqual({ ok: true, value: { ...foreign, problems: [{ message: "«a b c»" }] } });
  expect(replyInLanguage("stationReport", reply, () => "")).toBe(reply);
});

it("of a file that is looked into, what could not be shown is ours, and all else is the file's", () => {
  const attributes = [
    { name: "title", value: "a b c" },
    { name: "long", value: "(too long to be shown)" },
  ];
  const variable = { name: "text", attributes, canPlot: null, whyNoPlot: "a b c" };
  const reply = { ok: true, value: { attributes, variables: [variable], notes: ["a b c"] } } as const;
  const told = replyInLanguage("netcdf.open", reply, (sentence) => `«${sentence}»`);
  const spoken = [attributes[0], { name: "long", value: "«(too long to be shown)»" }];
  expect(told).toEqual({
    ok: true,
    value: {
      attributes: spoken,
      variables: [{ ...variable, attributes: spoken, whyNoPlot: "«a b c»" }],
      notes: ["«a b c»"],
    },
  });
  const plot = { ok: true, value: { classes: [{ value: 1, label: "a b c" }] } } as const;
  expect(replyInLanguage("netcdf.plot", plot, () => "")).toBe(plot);
});

it("verdicts and reasons by their names are left to the page", () => {
  const named = [{ verdict: "matches", reason: "no-match" }, { reason: "leftOut" }, { verdict: null }];
  const reply = { ok: true, value: { named, reason: "a b c" } } as const;
  const told = replyInLanguage("settings.testPattern", reply, (sentence) => `«${sentence}»`);
  expect(told).toEqual({ ok: true, value: { named, reason: "«a b c»" } });
});

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [key: string]: unknown;
}

/** Fields of a schema that hold free text, by name. */
function textFields(schema: Schema, field: string, found: Set<string>, seen: ReadonlySet<string>): void {
  const { $ref, type, format, enum: choices, properties = {} } = schema;
  if ($ref !== undefined) {
    const part = $ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, step) => Object(at)[step], document);
    if (!seen.has($ref)) textFields(part as Schema, field, found, new Set([...seen, $ref]));
    return;
  }
  if ([type].flat().includes("string") && !choices && schema.const === undefined && !format) found.add(field);
  for (const [name, inner] of Object.entries(properties)) textFields(inner, name, found, seen);
  for (const key of ["items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems"])
    for (const inner of [schema[key]].flat())
      if (inner instanceof Object) textFields(inner as Schema, field, found, seen);
}

/** Fields with names, places, numbers, codes, and words of people or of the portal. */
const others = `asOf backend base64 because by cause checksum computer country csv digest disk endedAt errorLevel file fileName
  filename folder headline hourStart id instrument json key locationHumanReadable looksLike md5 month name names networkDrive
  note now offUntil path pid portal portalMessage product publicKey record recordFilename recordUuid relPath revision sample
  samplePath signature site sites skyferry startedAt station status subject tags token updatedAt uploadId url uuid value version`;

it("each text of an answer is known as a sentence, or as none", () => {
  const found = new Set<string>();
  for (const [address, verbs] of Object.entries(document.paths)) {
    if (/\/(?:portal|netcdf)\./.test(address)) continue;
    for (const { responses } of Object.values(
      verbs as unknown as Record<string, { readonly responses: object }>,
    ))
      textFields(
        (responses as { 200?: { content: Record<string, { schema: Schema }> } })[200]?.content[
          "application/json"
        ]?.schema ?? {},
        "",
        found,
        new Set(),
      );
  }
  const unknown = [...found].filter(
    (field) => !sentenceFields.has(field) && !others.split(/\s+/).includes(field),
  );
  expect(unknown).toEqual([]);
  expect(found.size).toBeGreaterThan(60);
});
