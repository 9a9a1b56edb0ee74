import type { FastifyReply } from "fastify";
import { sendErrors } from "#mock-portal/error-answers.ts";
import type { AnswerShape } from "#mock-portal/live-shape.ts";
import type { Catalogue } from "#mock-portal/store/catalogue.ts";
import { noSearch } from "./query-parameters.ts";

const maps = {
  site: "sites",
  product: "products",
  instrument: "instruments",
  model: "models",
} as const satisfies Record<string, keyof Catalogue>;

const statuses = new Set(["created", "uploaded", "processed", "invalid"]);

type Named = { [Name in keyof typeof maps | "status"]?: string[] | undefined };

/** Flags choose among what is found; they find nothing (docs/portal/api.md, "Rules for the read routes", 1). */
function isWithoutFilter(query: object): boolean {
  return Object.values(query).every((value) => value === undefined || typeof value === "boolean");
}

/**
 * Refuses a query that names what does not exist, or has flags alone, and says whether it did. Flags alone are a search in
 * the live shape.
 * Unknown products: 404 (docs/portal/api.md, "Errors", 3), in the live shape 400. Everything else: 400 (docs/portal/observed.md
 * §3); an unknown variable finds nothing.
 */
export function isRefused(
  reply: FastifyReply,
  { catalogue, shape }: { catalogue: Catalogue; shape: AnswerShape },
  query: Named,
): boolean {
  if (shape === "contract" && isWithoutFilter(query)) {
    sendErrors(reply, 400, [noSearch]);
    return true;
  }
  const unknown = (name: keyof typeof maps): string[] =>
    (query[name] ?? []).filter((value) => !catalogue[maps[name]].has(value));
  if (shape === "contract" && unknown("product").length > 0) {
    sendErrors(reply, 404, ["One or more of the specified products were not found"]);
    return true;
  }
  const errors = (["site", "product", "instrument", "model"] as const).flatMap((name) =>
    invalid(name, unknown(name)),
  );
  errors.push(
    ...invalid(
      "status",
      (query.status ?? []).filter((value) => !statuses.has(value)),
    ),
  );
  if (errors.length > 0) sendErrors(reply, 400, errors);
  return errors.length > 0;
}

function invalid(name: string, values: string[]): string[] {
  if (values.length === 0) return [];
  const plural = name === "status" ? "statuses" : `${name}s`;
  return [`Invalid ${values.length === 1 ? name : plural}: ${values.join(", ")}`];
}
