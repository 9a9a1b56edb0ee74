import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import document from "#api/openapi.json" with { type: "json" };

/** Names of the methods that the document has. */
export const documentedMethods: readonly string[] = Object.keys(document.paths).flatMap(
  (path) => /^\/api\/v1\/(.+)$/.exec(path)?.[1] ?? [],
);

const checks = new Map<string, ValidateFunction>();
let compiler: Ajv2020 | null = null;

/** Throws where the value of an answer is not as the API's document says; methods that it does not have are left out. */
export function checkAnswer(method: string, value: unknown): void {
  if (!documentedMethods.includes(method)) return;
  const check = checks.get(method) ?? checkOf(method);
  checks.set(method, check);
  if (check(value)) return;
  const { instancePath = "", message = "" } = check.errors?.[0] ?? {};
  throw new Error(
    `The answer of ${method} is not as electron/api/openapi.json says: ${instancePath} ${message}.`,
  );
}

function checkOf(method: string): ValidateFunction {
  compiler ??= compilerOf();
  const answer = `paths/~1api~1v1~1${method}/post/responses/200/content/application~1json/schema`;
  return compiler.compile({ $ref: `api#/${answer}/properties/value` });
}

function compilerOf(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  // A moment outside of the years 0 to 9999, of a row with a senseless time, has a sign and six digits of year (ECMAScript).
  ajv.addFormat("date-time", /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
  ajv.addSchema(document, "api");
  return ajv;
}
