/** Made from `docs/` by build/help/help-pages.ts. */
declare module "virtual:help-contents" {
  export const helpContents: readonly import("./model/help-search.ts").HelpGroup[];
}
