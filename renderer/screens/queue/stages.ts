import type { UploadRow } from "../../components/words.ts";

/** How far one tick of the stage strip is: not begun, under way, behind it. */
export type Tick = "open" | "now" | "done";

type StageFacts = Pick<UploadRow, "state" | "checksum" | "isAnnounced">;

export const stageNames = ["seen", "checksum", "announced", "sent"] as const;

/** The four ticks: seen, hashed, announced, sent. */
export function ticksOf({ state, checksum, isAnnounced }: StageFacts): readonly [Tick, Tick, Tick, Tick] {
  if (state === "delivered") return ["done", "done", "done", "done"];
  return [
    "done",
    checksum === null ? (state === "hashing" ? "now" : "open") : "done",
    isAnnounced ? "done" : state === "announcing" ? "now" : "open",
    state === "sending" ? "now" : "open",
  ];
}

/** For readers by ear and the hover: `Seen, checksum worked out, announced; sending now`. */
export function stagesText(upload: StageFacts): string {
  if (upload.state === "delivered") return "Seen, checksum worked out, announced, sent";
  const [, hashed, announced, sent] = ticksOf(upload);
  const past = [
    "Seen",
    hashed === "done" ? "checksum worked out" : "",
    announced === "done" ? "announced" : "",
  ]
    .filter((word) => word !== "")
    .join(", ");
  const present =
    sent === "now"
      ? "being sent"
      : announced === "now"
        ? "being announced"
        : hashed === "now"
          ? "checksum being worked out"
          : "";
  return present === "" ? past : `${past}; ${present}`;
}
