import theme from "vitepress/theme-without-fonts";

/** The reader's own fonts: nothing to load, and all letters of their language. */
export default theme;
