import { z } from "zod";

/** Station credentials and the sites they may send for (docs/portal/api.md, "Authentication"). */
export type User = {
  username: string;
  password: string;
  sites: string[] | "*";
  /** Models by site. Left out: every model of `sites`; where given, it alone lets models in. */
  models?: Record<string, string[] | "*"> | undefined;
};

/** Outcome of reading a file of options: a value, or one sentence that names the field at fault. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; message: string };

const usersFile = z.strictObject({
  users: z
    .array(
      z.strictObject({
        username: z
          .string()
          .min(1)
          .regex(/^[^:]*$/, "must not contain a colon"),
        password: z.string(),
        sites: z.union([z.literal("*"), z.array(z.string().min(1))], 'must be a list of site ids or "*"'),
        models: z
          .record(
            z.string().min(1),
            z.union([z.literal("*"), z.array(z.string().min(1))], 'must be a list of model ids or "*"'),
          )
          .optional(),
      }),
    )
    .min(1),
});

/** The user of a portal that was given none: `station` with the password `station`, for all sites. */
export const defaultUsers: User[] = [{ username: "station", password: "station", sites: "*" }];

/** Reads a users file: `{"users":[{"username","password","sites":["hyytiala"] or "*","models"?:{"hyytiala":["ecmwf"] or "*"}}]}`. */
export function parseUsers(text: string, fileName: string): Parsed<User[]> {
  const parsed = parseJson(usersFile, text, fileName);
  if (!parsed.ok) return parsed;
  const { users } = parsed.value;
  const twice = users.find((user, at) => users.findIndex(({ username }) => username === user.username) < at);
  if (twice)
    return { ok: false, message: `${fileName}: users: the username ${twice.username} is given twice.` };
  return { ok: true, value: users };
}

/** Parses JSON by a schema; what is wrong becomes one sentence that names the file and the field. */
export function parseJson<T>(schema: z.ZodType<T>, text: string, fileName: string): Parsed<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `${fileName}: not JSON: ${error instanceof Error ? error.message : error}` };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues.map((issue) => `${fieldName(issue.path)}: ${issue.message}`);
  return { ok: false, message: `${fileName}: ${faults.join("; ")}` };
}

function fieldName(path: PropertyKey[]): string {
  if (path.length === 0) return "the whole file";
  return path.reduce<string>(
    (name, part) => (typeof part === "number" ? `${name}[${part}]` : `${name && `${name}.`}${String(part)}`),
    "",
  );
}

/** Knows who may send for which site. */
export type Users = {
  /** The user of an Authorization header, if the credentials are right. */
  authenticate(authorization: string | undefined): User | undefined;
};

/** Checks HTTP Basic credentials against a list of users. */
export function usersOf(users: readonly User[]): Users {
  const byHeader = new Map(
    users.map((user) => [Buffer.from(`${user.username}:${user.password}`).toString("base64"), user]),
  );
  return {
    authenticate: (authorization) => {
      const [scheme, credentials] = authorization?.split(" ") ?? [];
      return scheme?.toLowerCase() === "basic" ? byHeader.get(credentials ?? "") : undefined;
    },
  };
}

/** Whether a user may send the content of an announced file. */
export function maySend(user: User, announced: { siteId: string; modelId?: string }): boolean {
  const { siteId, modelId } = announced;
  return modelId === undefined ? maySendFor(user, siteId) : maySendModel(user, siteId, modelId);
}

/** Whether a user may send files of a model for a site. */
export function maySendModel(user: User, siteId: string, modelId: string): boolean {
  if (user.models === undefined) return maySendFor(user, siteId);
  const models = Object.hasOwn(user.models, siteId) ? (user.models[siteId] ?? []) : [];
  return models === "*" || models.includes(modelId);
}

/** Whether a user may send files of instruments for a site. */
export function maySendFor(user: User, siteId: string): boolean {
  return user.sites === "*" || user.sites.includes(siteId);
}
