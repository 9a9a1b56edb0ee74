import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorResolverResult,
} from "@mantine/core";

/** Deep sky blue, light to dark; 8 has contrast 4.5 on light grounds, 4 on dark ones. */
const sky: MantineColorsTuple = [
  "#e8f4fc",
  "#d1e8f7",
  "#a3d2ef",
  "#7fc4ef",
  "#67bdf0",
  "#2f97d3",
  "#1b80bb",
  "#0f70aa",
  "#0a6299",
  "#074a75",
];

/** The greys of dark pages, slightly blue as the tokens are: text first, the deepest ground last. */
const dark: MantineColorsTuple = [
  "#dde6ee",
  "#c3cfda",
  "#9badbd",
  "#7f8e9c",
  "#43515f",
  "#2a3542",
  "#1e2833",
  "#171f28",
  "#121921",
  "#0f151c",
];

const red = "var(--state-problem)";

/** Buttons that take something away, in the red of the tokens. */
const redColours: Readonly<Record<string, Partial<VariantColorResolverResult>>> = {
  filled: { background: red, hover: red, color: "var(--sky-surface)" },
  subtle: { color: red, hover: "var(--tone-problem-ground)" },
};

/** Mantine's own grounds are darker than the dark surface, and louder on the light one than what is chosen. */
const accentColours: Readonly<Record<string, Partial<VariantColorResolverResult>>> = {
  filled: { color: "var(--sky-on-accent)" },
  light: { background: "var(--sky-accent-soft)", hover: "var(--sky-selected)", color: "var(--sky-text)" },
  subtle: { hover: "var(--sky-hover)" },
};

/** Mantine in the measures of this program: three sizes of text, 4-px grid, radius 6, one shadow, one accent. */
export const theme = createTheme({
  primaryColor: "sky",
  colors: { sky, dark },
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  // Mantine decides the text on a colour once for both schemes; ours are dark in one and light in the other.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input);
    if (input.color === "red") return { ...colours, ...redColours[input.variant] };
    const isAccent = input.color === undefined || input.color === "sky";
    return isAccent ? { ...colours, ...accentColours[input.variant] } : colours;
  },
  fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Open Sans", sans-serif',
  fontFamilyMonospace: "var(--sky-mono)",
  fontSizes: {
    xs: "var(--sky-small)",
    sm: "var(--sky-body)",
    md: "var(--sky-head)",
    lg: "var(--sky-head)",
    xl: "var(--sky-head)",
  },
  lineHeights: { xs: "1.45", sm: "1.45", md: "1.45", lg: "1.45", xl: "1.45" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  defaultRadius: "6px",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: "md" } },
    TextInput: { defaultProps: { size: "sm" } },
    // Help is below its field; what is wrong with it comes first.
    InputWrapper: { defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"] } },
    Select: { defaultProps: { size: "sm", allowDeselect: false } },
    // Locking the scroll would insert a style element that the page's policy refuses.
    Modal: {
      defaultProps: { lockScroll: false, centered: true, closeButtonProps: { "aria-label": "Close" } },
    },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { "aria-label": "Close" } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    // The place for a first focus is in the menu, where nothing but its entries may be.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 350, multiline: true, maw: 360 } },
  },
});

/** Mantine's own surfaces take the tokens, so that there is one palette. */
export const variables: CSSVariablesResolver = () => {
  const own = {
    "--mantine-color-body": "var(--sky-surface)",
    "--mantine-color-text": "var(--sky-text)",
    "--mantine-color-dimmed": "var(--sky-muted)",
    "--mantine-color-default": "var(--sky-surface)",
    "--mantine-color-default-color": "var(--sky-text)",
    "--mantine-color-default-hover": "var(--sky-hover)",
    "--mantine-color-default-border": "var(--sky-line-strong)",
    "--mantine-color-placeholder": "var(--sky-muted)",
    "--mantine-color-anchor": "var(--sky-accent)",
    "--mantine-color-error": "var(--state-problem)",
  };
  // In the dark scheme Mantine fills its fields with greys of its own.
  const fields = {
    "--mantine-color-dark-6": "var(--sky-sunken)",
    "--mantine-color-dark-5": "var(--sky-hover)",
  };
  return { variables: { "--mantine-radius-default": "6px" }, light: own, dark: { ...own, ...fields } };
};
