/** How the headline is drawn: green, accent, grey, amber, red. */
export type Tone = "delivered" | "sending" | "waiting" | "held" | "needs-you";

/** The few words that answer "is my data safe, and does it need me", and one quiet line of figures below them. */
export interface Headline {
  readonly tone: Tone;
  /** At most eight words, no figures that move, no full stop. */
  readonly sentence: string;
  /** Clauses without full stops, the most telling first. */
  readonly detail: readonly string[];
}

/** The six states of the tray icon. */
export const trayStates = ["complete", "sending", "waiting", "offline", "needs-you", "paused"] as const;

export type TrayState = (typeof trayStates)[number];
