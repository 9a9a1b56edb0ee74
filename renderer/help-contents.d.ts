/** Made from `docs/` by build/help/help-pages.ts: each door of its index, with its pages. */
declare module "virtual:help-contents" {
  export const helpContents: readonly {
    readonly name: string;
    readonly about: string;
    readonly pages: readonly import("./model/help-search.ts").HelpEntry[];
  }[];
}
