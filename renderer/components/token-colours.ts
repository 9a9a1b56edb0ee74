/** Colours of the tokens as an element shows them now, for what draws by itself. */
export function tokenColours(element: Element): (token: string) => string {
  const style = getComputedStyle(element);
  const isDark = style.colorScheme === "dark";
  return (token) => {
    const value = style.getPropertyValue(token).trim();
    const [, light, dark] = /^light-dark\((.+?),\s*(.+)\)$/.exec(value) ?? [];
    return (isDark ? dark : light) ?? value;
  };
}
