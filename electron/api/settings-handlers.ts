import type { Handlers, Output } from "../contract/methods.ts";
import type { settingsMethods } from "../contract/settings-methods.ts";
import type { Desk, DocumentParts, PasswordState } from "../engine/desk-ports.ts";
import type { SettingsProblem } from "../engine/domain/settings.ts";
import { give, refuse } from "./dispatch.ts";
import { formFacts } from "./settings-form.ts";

/** Settings, the password and the portal they name. Nothing that is answered holds a password. */
export function settingsHandlers(desk: Desk): Pick<Handlers, keyof typeof settingsMethods> {
  const { settings, passwords, connection } = desk;

  return {
    async "settings.read"() {
      const { file, exists, document, revision, problems } = await settings.read();
      const password = await stateFor(desk, accountIn(document));
      const form = formFacts(desk.support.pathStyle);
      return give({ file, exists, document, revision, problems: problems.map(present), password, form });
    },
    async "settings.save"({ document, revision, despiteProblems }) {
      const saved = await settings.save(document, revision, despiteProblems);
      if (saved.kind === "conflict") return refuse("conflict", saved.message);
      if (saved.kind === "refused") return refuse("bad-input", saved.message);
      if (saved.kind === "failed") return refuse("not-saved", saved.message);
      const isSaved = saved.kind === "saved";
      return give({ isSaved, revision: saved.revision, problems: saved.problems.map(present) });
    },
    async "settings.check"({ document }) {
      return give({ problems: (await settings.check(document)).map(present) });
    },
    async "settings.setPassword"({ password, username, url }) {
      const standing = accountIn((await settings.read()).document);
      const account = { username: username ?? standing.username, url: url ?? standing.url };
      if (account.username.trim() === "")
        return refuse("bad-input", "Enter the user name first: a password is kept for one user.");
      const { message } = await passwords.keep(account.username, account.url, password);
      const state = await stateFor(desk, account);
      if (message !== null) return give({ isKept: false, password: { ...state, message } });
      return give({ isKept: true, password: state });
    },
    async "settings.forgetPassword"() {
      const account = accountIn((await settings.read()).document);
      const message = await passwords.forget(account.username, account.url);
      const state = await stateFor(desk, account);
      return give({
        isForgotten: message === null,
        password: message === null ? state : { ...state, message },
      });
    },
    async "settings.testConnection"(request, signal) {
      const report = await connection.run(request, signal);
      return report === null ? refuse("abandoned", "The test was given up.") : give(report);
    },
    async "settings.importSubmitConfig"({ toml, fileName, keepPassword }) {
      const { document, added, notes, problems, account } = await settings.importSubmit(toml, fileName);
      const said = [...problems];
      let password: Output<"settings.importSubmitConfig">["password"] = null;
      if (keepPassword && account !== null) {
        const { message } = await passwords.keep(account.username, account.url, account.password);
        if (message === null) password = await stateFor(desk, account);
        else said.push(`The password was not kept: ${message}`);
      }
      return give({ document, added, notes, problems: said, hasPassword: account !== null, password });
    },
    async "settings.export"() {
      const { document } = await settings.read();
      const written = settings.withoutSecrets(document);
      return give({ fileName: "skyferry-settings.json", json: `${JSON.stringify(written, null, 2)}\n` });
    },
  };
}

interface Account {
  readonly username: string;
  readonly url: string;
}

/** As it stands in the document; the password is kept under these. */
function accountIn({ portal }: DocumentParts): Account {
  const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
  return { username: text(portal?.username), url: text(portal?.url).replace(/\/+$/, "") };
}

async function stateFor({ passwords }: Desk, { username, url }: Account): Promise<PasswordState> {
  const state = await passwords.state(username, url);
  if (state.place !== null || username !== "") return state;
  const message = "No user name stands in the settings yet, so no password is known.";
  return { ...state, message };
}

function present({ key, message, instrument, isOfDisk }: SettingsProblem) {
  return { key, message, instrument, isOfDisk: isOfDisk === true };
}
