import type { MethodName } from "#contract/methods.ts";
import type { CallCase } from "./call-case.ts";

type EditorMethod = Extract<MethodName, `settings.${string}` | "folders.list" | "diagnostics">;

const nothing = { good: {}, bad: [[{ extra: 1 }, '"extra"']] } as const;
const document = { portal: { url: "https://portal.example", username: "station" }, instruments: [] };

/** Inputs of the methods for settings, setup and help. */
export const settingsServiceCases: { readonly [M in EditorMethod]: CallCase<M> } = {
  "settings.read": nothing,
  "settings.save": {
    good: { document, revision: "" },
    bad: [
      [{ revision: "" }, '"document"'],
      [{ document: [], revision: "" }, '"document"'],
      [{ document: { instruments: "radar" }, revision: "" }, '"document.instruments"'],
      [{ document: { instruments: [7] }, revision: "" }, '"document.instruments[0]"'],
      [{ document, revision: 7 }, '"revision"'],
      [{ document, revision: "", despiteProblems: "yes" }, '"despiteProblems"'],
    ],
  },
  "settings.check": { good: { document }, bad: [[{}, '"document"']] },
  "settings.setPassword": {
    good: { password: "correct horse" },
    bad: [
      [{ password: "" }, '"password"'],
      [{ passwordId: "7" }, '"passwordId"'],
      [{ password: "x", username: 7 }, '"username"'],
    ],
  },
  "settings.passwordStore": nothing,
  "settings.forgetPassword": nothing,
  "settings.testConnection": {
    good: { url: "https://portal.example", username: "station", site: "hyytiala" },
    bad: [
      [{ username: "station" }, '"url"'],
      [{ url: "https://portal.example", username: "station", password: "" }, '"password"'],
      [{ url: "https://portal.example", username: "station", site: "" }, '"site"'],
    ],
  },
  "settings.importSubmitConfig": {
    good: { toml: "", fileName: "config.toml" },
    bad: [
      [{ fileName: "config.toml" }, '"toml"'],
      [{ toml: "", fileName: "" }, '"fileName"'],
      [{ toml: "", fileName: "config.toml", document: 1 }, '"document"'],
    ],
  },
  "settings.portalLists": {
    good: { url: "https://portal.example" },
    bad: [[{}, '"url"']],
  },
  "settings.removed": nothing,
  "settings.export": nothing,
  "settings.testPattern": {
    good: {
      folder: "/data/radar",
      pattern: "%Y%m%d.nc",
      finish: { policy: "settle" },
      since: "2024-02-29",
      limit: 5,
    },
    bad: [
      [{ pattern: "%Y%m%d.nc" }, '"folder"'],
      [{ folder: "", pattern: "" }, '"folder"'],
      [{ folder: "/data", pattern: 7 }, '"pattern"'],
      [{ folder: "/data", pattern: "", since: "2024-02-30" }, '"since"'],
      [{ folder: "/data", pattern: "", tags: "co" }, '"tags"'],
      [{ folder: "/data", pattern: "", limit: 501 }, '"limit"'],
      [{ folder: "/data", pattern: "", finish: "settle" }, '"finish"'],
    ],
  },
  "settings.suggestPattern": { good: { folder: "/data/radar" }, bad: [[{}, '"folder"']] },
  "settings.dryRun": {
    good: { instruments: null },
    bad: [
      [{}, '"instruments"'],
      [{ instruments: "radar" }, '"instruments"'],
    ],
  },
  "settings.plan": {
    good: { instruments: null },
    bad: [
      [{}, '"instruments"'],
      [{ instruments: null, portal: {} }, '"portal.url"'],
    ],
  },
  "folders.list": {
    good: { path: null },
    bad: [
      [{}, '"path"'],
      [{ path: "" }, '"path"'],
    ],
  },
  diagnostics: nothing,
};
