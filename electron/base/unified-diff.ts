const linesAround = 3;
/** More pairs of lines than are compared one by one; beyond, all lines in the middle are replaced. */
const mostPairs = 4_000_000;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** The change of a text as `diff -u` writes it; "" where nothing changes. Names are those of the texts. */
export function unifiedDiff(
  before: string,
  after: string,
  names: { readonly before: string; readonly after: string },
): string {
  if (before === after) return "";
  const lines = compared(linesOf(before), linesOf(after));
  const hunks: string[] = [];
  for (let start = nextChange(lines, 0); start < lines.length; ) {
    let end = start;
    for (
      let next = start;
      next < lines.length && next - end <= 2 * linesAround;
      next = nextChange(lines, next + 1)
    )
      end = next;
    const from = Math.max(0, start - linesAround);
    const shown = lines.slice(from, end + linesAround + 1);
    const span = (sign: "-" | "+") => {
      const count = (some: readonly Line[]) =>
        some.filter((one) => one.sign !== (sign === "-" ? "+" : "-")).length;
      const size = count(shown);
      return `${count(lines.slice(0, from)) + (size === 0 ? 0 : 1)},${size}`;
    };
    hunks.push(`@@ -${span("-")} +${span("+")} @@`, ...shown.map(({ sign, text }) => sign + text));
    start = nextChange(lines, end + 1);
  }
  return `${[`--- ${names.before}`, `+++ ${names.after}`, ...hunks].join("\n")}\n`;
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function nextChange(lines: readonly Line[], from: number): number {
  const index = lines.findIndex(({ sign }, at) => at >= from && sign !== " ");
  return index < 0 ? lines.length : index;
}

function compared(before: readonly string[], after: readonly string[]): readonly Line[] {
  let [head, tail] = [0, 0];
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) head += 1;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const same = (lines: readonly string[]) => lines.map((text) => ({ sign: " ", text }) as const);
  return [
    ...same(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ];
}

/** By the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const isCompared = before.length * after.length <= mostPairs;
  const width = after.length + 1;
  const common = new Uint32Array(isCompared ? (before.length + 1) * width : 0);
  const at = (one: number, other: number) => common[one * width + other] ?? 0;
  for (let one = before.length - 1; isCompared && one >= 0; one -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1)
      common[one * width + other] =
        before[one] === after[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1));
  const lines: Line[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    const [old, next] = [before[one], after[other]];
    if (old !== undefined && old === next && isCompared) {
      lines.push({ sign: " ", text: old });
      one += 1;
      other += 1;
    } else if (old !== undefined && (next === undefined || at(one + 1, other) >= at(one, other + 1))) {
      lines.push({ sign: "-", text: old });
      one += 1;
    } else {
      lines.push({ sign: "+", text: next ?? "" });
      other += 1;
    }
  }
  return lines;
}
