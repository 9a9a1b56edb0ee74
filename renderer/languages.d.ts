/** Made from `languages/` by build/languages/page-languages.ts: the texts of each language by `messageKey`. */
declare module "virtual:languages" {
  type Tag = import("#base/language.ts").LanguageTag;
  type Load = () => Promise<{ readonly default: import("#base/message-key.ts").PackedTexts }>;
  /** Texts of the first view, and those of what is loaded later. */
  export const languageFiles: Partial<Readonly<Record<Tag, { readonly first: Load; readonly later: Load }>>>;
  /** Languages with less than 98 % of the messages. */
  export const draftLanguages: readonly Tag[];
}
