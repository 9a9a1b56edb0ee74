/**
 * A bitmap alphabet of its own for plots: 5 x 7 cells a letter, one character of base 32 a row from the top, the highest bit
 * on the left. Drawn at twice the size with rounded corners.
 */
const ROWS: Record<string, string> = {
  " ": "0000000",
  "0": "EHJLPHE",
  "1": "4C4444E",
  "2": "EH1248V",
  "3": "V2421HE",
  "4": "26AIV22",
  "5": "VGU11HE",
  "6": "68GUHHE",
  "7": "V124888",
  "8": "EHHEHHE",
  "9": "EHHF12C",
  ".": "00000CC",
  ",": "0000C48",
  ":": "0CC0CC0",
  "-": "000V000",
  "+": "044V440",
  "=": "00V0V00",
  "/": "01248G0",
  _: "000000V",
  "(": "2488842",
  ")": "8422248",
  "%": "OP248J3",
  "&": "CIK8LID",
  "^": "4AH0000",
  "'": "4480000",
  "°": "CIIC000",
  "²": "C248E00",
  A: "EHHHVHH",
  B: "UHHUHHU",
  C: "EHGGGHE",
  D: "SIHHHIS",
  E: "VGGUGGV",
  F: "VGGUGGG",
  G: "EHGNHHF",
  H: "HHHVHHH",
  I: "E44444E",
  J: "72222IC",
  K: "HIKOKIH",
  L: "GGGGGGV",
  M: "HRLLHHH",
  N: "HHPLJHH",
  O: "EHHHHHE",
  P: "UHHUGGG",
  Q: "EHHHLID",
  R: "UHHUKIH",
  S: "FGGE11U",
  T: "V444444",
  U: "HHHHHHE",
  V: "HHHHHA4",
  W: "HHHLLLA",
  X: "HHA4AHH",
  Y: "HHHA444",
  Z: "V1248GV",
  a: "00E1FHF",
  b: "GGMPHHU",
  c: "00EGGHE",
  d: "11DJHHF",
  e: "00EHVGE",
  f: "698S888",
  g: "00FHF1E",
  h: "GGMPHHH",
  i: "40C444E",
  j: "20622IC",
  k: "GGIKOKI",
  l: "C44444E",
  m: "00QLLHH",
  n: "00MPHHH",
  o: "00EHHHE",
  p: "00UHUGG",
  q: "00DJF11",
  r: "00MPGGG",
  s: "00EGE1U",
  t: "88S8896",
  u: "00HHHJD",
  v: "00HHHA4",
  w: "00HHLLA",
  x: "00HA4AH",
  y: "00HHF1E",
  z: "00V248V",
};

/** Width and height of one letter, in pixels, with the gap that follows it. */
export const LETTER = { width: 10, advance: 12, height: 14 } as const;

/** Calls `paint(x, y)` for every dark pixel of the text whose upper left corner is (0, 0). */
export function eachTextPixel(text: string, paint: (x: number, y: number) => void): void {
  [...text].forEach((letter, index) => {
    const rows = ROWS[letter] ?? ROWS[plainLetter(letter)] ?? ROWS["-"] ?? "";
    const isDark = (column: number, row: number) =>
      column >= 0 && column < 5 && ((Number.parseInt(rows[row] ?? "0", 32) >> (4 - column)) & 1) === 1;
    for (let row = 0; row < 7; row++) {
      for (let column = 0; column < 5; column++) {
        paintRounded(isDark, column, row, (x, y) => paint(index * LETTER.advance + x, y));
      }
    }
  });
}

/** Doubles one cell; a corner between two dark neighbours is filled, so that slopes are smooth. */
function paintRounded(
  isDark: (column: number, row: number) => boolean,
  column: number,
  row: number,
  paint: (x: number, y: number) => void,
): void {
  const above = isDark(column, row - 1);
  const below = isDark(column, row + 1);
  const left = isDark(column - 1, row);
  const right = isDark(column + 1, row);
  const centre = isDark(column, row);
  const corners = [
    [0, 0, above && left && !below && !right],
    [1, 0, above && right && !below && !left],
    [0, 1, below && left && !above && !right],
    [1, 1, below && right && !above && !left],
  ] as const;
  for (const [dx, dy, isFilled] of corners) {
    if (centre || isFilled) paint(2 * column + dx, 2 * row + dy);
  }
}

function plainLetter(letter: string): string {
  return letter.normalize("NFD")[0] ?? letter;
}
