import { existsSync } from "node:fs";
import { answered } from "#api/reply.ts";
import { minuteText } from "#base/text.ts";
import { tokensWithoutHost } from "#compose/stored-tokens.ts";
import type { Output } from "#contract/methods.ts";
import { tokenMethods } from "#contract/program-tokens.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { dataFolderOf } from "./station-flags.ts";
import type { Arguments, Run } from "./table.ts";
import type { tokenTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

type Given = Arguments<typeof tokenTable>;
type Listed = Output<"tokens.list">["tokens"][number];

export const tokenCommand: Run<typeof tokenTable> = async (given, around) => {
  const { action, flags, words } = given;
  const dataFolder = dataFolderOf(flags, around);
  if (!existsSync(dataFolder))
    throw new UsageError(
      `${dataFolder} does not exist: name the data folder of your station with --data DIR.`,
    );
  if (action !== "revoke" && words[0] !== undefined)
    throw new UsageError(`${JSON.stringify(words[0])} is an unexpected argument; see --help.`);
  const actions = { create, list, revoke };
  return await actions[action](tokensWithoutHost(dataFolder), given, around);
};

type Tokens = ReturnType<typeof tokensWithoutHost>;

async function create(tokens: Tokens, { flags }: Given, { stdout }: Surroundings): Promise<number> {
  const { name, scope, days = null, json } = flags;
  if (name === undefined) throw new UsageError("--name N is missing; see --help.");
  if (scope === undefined) throw new UsageError("--scope read or --scope operate is missing; see --help.");
  const made = await answered(
    "tokens.create",
    tokenMethods["tokens.create"].output,
    tokens["tokens.create"],
    { name, scope, days },
  );
  if (!made.ok) throw new UsageError(made.error.message);
  const { token, expiresAt } = made.value;
  const until =
    expiresAt === null ? "It does not expire." : `It expires ${minuteText(expiresAt, Date.now())}.`;
  stdout.write(
    json ? jsonLine(made.value) : printed([token, `Keep it now: it is not shown again. ${until}`]),
  );
  return 0;
}

async function list(tokens: Tokens, { flags }: Given, { stdout }: Surroundings): Promise<number> {
  const reply = await answered("tokens.list", tokenMethods["tokens.list"].output, tokens["tokens.list"], {});
  if (!reply.ok) throw new UsageError(reply.error.message);
  const { tokens: kept, message } = reply.value;
  if (message !== null) throw new UsageError(message);
  const lines = kept.length === 0 ? ["There are no tokens."] : kept.map(inWords);
  stdout.write(flags.json ? jsonLine({ tokens: kept }) : printed(lines));
  return 0;
}

async function revoke(tokens: Tokens, { flags, words }: Given, around: Surroundings): Promise<number> {
  const [token] = words;
  if (token === undefined) throw new UsageError("NAME is missing; see --help.");
  const gone = await answered(
    "tokens.revoke",
    tokenMethods["tokens.revoke"].output,
    tokens["tokens.revoke"],
    { token },
  );
  if (!gone.ok && gone.error.code !== "not-found") throw new UsageError(gone.error.message);
  if (!gone.ok) {
    around.stderr.write(printed([`skyferry token: ${gone.error.message} skyferry token list names them.`]));
    return 1;
  }
  const { name } = gone.value;
  around.stdout.write(
    flags.json ? jsonLine(gone.value) : printed([`${name} is revoked: it is refused from now on.`]),
  );
  return 0;
}

function inWords({ id, name, scope, createdAt, expiresAt, isExpired, lastUsedAt }: Listed): string {
  const at = (moment: string) => minuteText(moment, Date.now());
  const facts = [
    scope,
    `created ${at(createdAt)}`,
    lastUsedAt === null ? "not used yet" : `last used ${at(lastUsedAt)}`,
    expiresAt === null ? "does not expire" : `${isExpired ? "expired" : "expires"} ${at(expiresAt)}`,
    `id ${id}`,
  ];
  return `${name}  ${facts.join(", ")}`;
}
