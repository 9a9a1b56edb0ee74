interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Days that a page is. */
const pageDays = 30;

/** Gives the cell to which a key leads within the grid (WAI-ARIA, "Grid"); null for a key that leads nowhere. */
export function moved(key: string, { row, column }: Cell, last: Cell): Cell | null {
  const at = (toRow: number, toColumn: number): Cell => ({
    row: Math.min(last.row, Math.max(0, toRow)),
    column: Math.min(last.column, Math.max(0, toColumn)),
  });
  switch (key) {
    case "ArrowLeft":
      return at(row, column - 1);
    case "ArrowRight":
      return at(row, column + 1);
    case "ArrowUp":
      return at(row - 1, column);
    case "ArrowDown":
      return at(row + 1, column);
    case "Home":
      return at(row, 0);
    case "End":
      return at(row, last.column);
    case "PageUp":
      return at(row, column - pageDays);
    case "PageDown":
      return at(row, column + pageDays);
    default:
      return null;
  }
}
