/** How the headline is drawn: green, accent, grey, amber, red. */
export type Tone = "delivered" | "sending" | "waiting" | "held" | "needs-you";

/** The one sentence that answers "is my data safe, and if not, what do I do". No full stop at its end. */
export interface Headline {
  readonly tone: Tone;
  readonly sentence: string;
}

/** The six states of the tray icon. */
export const trayStates = ["complete", "sending", "waiting", "offline", "needs-you", "paused"] as const;

export type TrayState = (typeof trayStates)[number];
