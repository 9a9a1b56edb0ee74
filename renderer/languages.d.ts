/** Made from `languages/` by build/languages/page-languages.ts: the texts of each language by `messageKey`. */
declare module "virtual:languages" {
  type Tag = import("#base/language.ts").LanguageTag;
  export const languageFiles: Partial<
    Readonly<Record<Tag, () => Promise<{ readonly default: import("#base/message-key.ts").PackedTexts }>>>
  >;
  /** Languages with less than 98 % of the messages. */
  export const draftLanguages: readonly Tag[];
}
