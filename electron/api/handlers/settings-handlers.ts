import { fail, ok } from "#api/reply.ts";
import type { Handlers, Output } from "#contract/methods.ts";
import type { settingsMethods } from "#contract/settings.ts";
import { finishSchema, settingsLimits } from "#contract/settings-file.ts";
import { usualNotifications } from "#domain/notification-settings.ts";
import { usualOf } from "#domain/setting-rows.ts";
import { type Instrument, type SettingsProblem, usualKeep } from "#domain/settings.ts";
import { keepRows, portalRows, settingsTable } from "#domain/settings-table.ts";
import type { DocumentParts, PasswordState, SettingsService } from "#engine/ports/settings.ts";
import type { Station } from "#station/station-api.ts";
import { portalReply } from "./portal-handlers.ts";

/** Settings, the password and the portal they name. Nothing that is answered holds a password. */
export function settingsHandlers(
  service: SettingsService,
  station: Pick<Station, "removedInstruments">,
): Pick<Handlers, keyof typeof settingsMethods> {
  const { settings, passwords, connection } = service;
  /** Password that an import found last; nothing of it is written before somebody saves. */
  let imported: { readonly id: string; readonly password: string } | null = null;
  const passwordOf = (typed: string | null, id: string | null): string | null =>
    typed ?? (id !== null && imported?.id === id ? imported.password : null);

  return {
    async "settings.read"() {
      const { problems, ...read } = await settings.read();
      const password = await stateFor(service, accountIn(read.document));
      const form = formFacts(service.support.pathStyle);
      return ok({ ...read, problems: problems.map(present), password, form });
    },
    async "settings.save"({ document, revision, despiteProblems }) {
      const saved = await settings.save(document, revision, despiteProblems);
      if (saved.kind === "conflict") return fail("conflict", saved.message);
      if (saved.kind === "refused") return fail("bad-input", saved.message);
      if (saved.kind === "failed") return fail("not-saved", saved.message);
      const isSaved = saved.kind === "saved";
      return ok({ isSaved, revision: saved.revision, problems: saved.problems.map(present) });
    },
    async "settings.check"({ document }) {
      return ok({ problems: (await settings.check(document)).map(present) });
    },
    async "settings.setPassword"({ password: typed, passwordId, username, url }) {
      const password = passwordOf(typed, passwordId);
      if (password === null) return fail("bad-input", forgotten);
      const current = accountIn((await settings.read()).document);
      const account = { username: username ?? current.username, url: url ?? current.url };
      if (account.username.trim() === "")
        return fail("bad-input", "Enter the user name first: a password belongs to a user name.");
      const { message } = await passwords.keep(account.username, account.url, password);
      const state = await stateFor(service, account);
      if (message !== null) return ok({ isKept: false, password: { ...state, message } });
      return ok({ isKept: true, password: state });
    },
    async "settings.forgetPassword"() {
      const account = accountIn((await settings.read()).document);
      const message = await passwords.forget(account.username, account.url);
      const state = await stateFor(service, account);
      return ok({
        isForgotten: message === null,
        password: message === null ? state : { ...state, message },
      });
    },
    async "settings.passwordStore"() {
      return ok({ place: await passwords.store() });
    },
    async "settings.testConnection"({ passwordId, ...request }, signal) {
      const password = passwordOf(request.password, passwordId);
      if (password === null && passwordId !== null) return fail("bad-input", forgotten);
      const report = await connection.run({ ...request, password }, signal);
      return report === null ? fail("abandoned", "The test was cancelled.") : ok(report);
    },
    async "settings.portalLists"(portal, signal) {
      return portalReply(await connection.lists(portal, signal));
    },
    async "settings.importSubmitConfig"({ toml, fileName, document: base }) {
      const { password, ...read } = await settings.importSubmit(toml, fileName, base);
      imported = password === null ? null : { id: crypto.randomUUID(), password };
      return ok({ ...read, passwordId: imported?.id ?? null });
    },
    async "settings.removed"() {
      return ok({ removed: station.removedInstruments().map(writtenOf) });
    },
    async "settings.export"() {
      const { document } = await settings.read();
      const written = settings.withoutSecrets(document);
      return ok({ fileName: "skyferry-settings.json", json: `${JSON.stringify(written, null, 2)}\n` });
    },
  };
}

/** As the settings file has it; what takes its default by being left out is left out. */
function writtenOf({ kind, ...all }: Instrument): Output<"settings.removed">["removed"][number] {
  const { instrument: model, pid: _, tags: __, ...rest } = all;
  const written = kind === "model" ? { ...rest, model } : all;
  const isUsual = (value: unknown) =>
    value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
  const entry = Object.fromEntries(Object.entries(written).filter(([, value]) => !isUsual(value)));
  return { list: kind === "model" ? "models" : "instruments", entry };
}

const forgotten =
  "No password was given, or Skyferry has restarted since the file was chosen: type the password.";

interface Account {
  readonly username: string;
  readonly url: string;
}

/** As it is in the document; the password is kept under these. */
function accountIn({ portal }: DocumentParts): Account {
  const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
  return { username: text(portal?.username), url: text(portal?.url).replace(/\/+$/, "") };
}

async function stateFor({ passwords }: SettingsService, { username, url }: Account): Promise<PasswordState> {
  const state = await passwords.state(username, url);
  if (state.place !== null || username !== "") return state;
  const message = "The settings have no user name yet, so there is no password.";
  return { ...state, message };
}

function present({ key, message, instrument, isOfDisk }: SettingsProblem) {
  return { key, message, instrument, isOfDisk: isOfDisk === true };
}

function rangeOf({ least, most }: { readonly least: number; readonly most: number }) {
  return { least, most };
}

type FormFacts = Output<"settings.read">["form"];

/** Bounds and defaults of the settings file, for a form. */
function formFacts(pathStyle: "posix" | "win32"): FormFacts {
  return {
    pathStyle,
    ...settingsLimits,
    concurrency: rangeOf(portalRows.concurrency),
    journalLines: rangeOf(keepRows.journalLines),
    logMB: rangeOf(keepRows.logMB),
    portalDefaults: usualOf(portalRows),
    instrumentDefaults: {
      ...usualOf(settingsTable.instruments),
      finish: finishSchema.parse({ policy: "settle" }),
    },
    notificationDefaults: { ...usualNotifications },
    keepDefaults: { ...usualKeep },
  };
}
