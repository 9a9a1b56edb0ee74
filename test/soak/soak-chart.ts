import type { Sample } from "./samples.ts";
import type { SoakResult } from "./soak-result.ts";

const width = 800;
const panelHeight = 90;
const left = 80;
const right = 20;
const gap = 30;

interface Panel {
  readonly title: string;
  readonly unit: string;
  figureOf(sample: Sample): number;
}

const panels: readonly Panel[] = [
  { title: "memory", unit: "MB", figureOf: ({ residentBytes }) => residentBytes / 1e6 },
  { title: "descriptors", unit: "", figureOf: ({ descriptors }) => descriptors },
  {
    title: "ledger and its log",
    unit: "MB",
    figureOf: ({ ledgerBytes, walBytes }) => (ledgerBytes + walBytes) / 1e6,
  },
  { title: "logs", unit: "MB", figureOf: ({ logBytes }) => logBytes / 1e6 },
  { title: "delivered", unit: "", figureOf: ({ totals }) => totals?.delivered ?? Number.NaN },
];

/** The samples as lines over time, an SVG picture of its own; a new life of the daemon begins at each upright line. */
export function soakChart({ samples, plan }: SoakResult): string {
  const endMs = Math.max(plan.durationMs, samples.at(-1)?.atMs ?? 0);
  const x = (atMs: number) => left + (atMs / endMs) * (width - left - right);
  const height = panels.length * (panelHeight + gap) + gap;
  const births = samples.filter(({ life }, index) => index > 0 && life !== samples[index - 1]?.life);
  const marks = births.map(
    ({ atMs }) => `<line x1="${n(x(atMs))}" x2="${n(x(atMs))}" y1="10" y2="${height - gap}" class="mark"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    "<title>Memory, descriptors, ledger, logs and delivered uploads over the time of the run</title>",
    "<style>.line{fill:none;stroke:#1c6ea4;stroke-width:1.5}.axis,.mark{stroke:#888;stroke-width:.5}.mark{stroke-dasharray:3 3}text{fill:#555}</style>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...marks,
    ...panels.flatMap((panel, index) => panelOf(panel, samples, x, gap + index * (panelHeight + gap))),
    `<text x="${left}" y="${height - 8}">0</text>`,
    `<text x="${width - right}" y="${height - 8}" text-anchor="end">${n(endMs / 60_000)} min</text>`,
    "</svg>\n",
  ].join("\n");
}

function panelOf(
  { title, unit, figureOf }: Panel,
  samples: readonly Sample[],
  x: (atMs: number) => number,
  top: number,
): string[] {
  const points = samples
    .map((sample) => ({ atMs: sample.atMs, figure: figureOf(sample) }))
    .filter(({ figure }) => Number.isFinite(figure));
  const most = Math.max(1e-9, ...points.map(({ figure }) => figure));
  const bottom = top + panelHeight;
  const line = points.map(({ atMs, figure }) => `${n(x(atMs))},${n(bottom - (figure / most) * panelHeight)}`);
  return [
    `<text x="${left}" y="${top - 8}">${title}</text>`,
    `<text x="${left - 6}" y="${top + 10}" text-anchor="end">${n(most)} ${unit}</text>`,
    `<text x="${left - 6}" y="${bottom}" text-anchor="end">0</text>`,
    `<line x1="${left}" x2="${width - right}" y1="${bottom}" y2="${bottom}" class="axis"/>`,
    `<polyline points="${line.join(" ")}" class="line"/>`,
  ];
}

/** At most two digits behind the point. */
function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
