/** Colours of the tokens as an element shows them now, or as a theme has them, for what draws by itself. */
export function tokenColours(element: Element, theme?: "light" | "dark"): (token: string) => string {
  const style = getComputedStyle(element);
  return (token) => {
    const value = style.getPropertyValue(token).trim();
    const [, light, dark] = /^light-dark\((.+?),\s*(.+)\)$/.exec(value) ?? [];
    return ((theme ?? style.colorScheme) === "dark" ? dark : light) ?? value;
  };
}
