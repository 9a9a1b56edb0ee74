/** Result of `doctor` about one thing that Skyferry needs. */
export interface Diagnosis {
  /** A word or two. */
  readonly name: string;
  /** `skipped`: not asked for, or not needed here. */
  readonly state: "ok" | "problem" | "skipped";
  /** Says what was seen; where it is a problem, also what to do. Holds no secret. */
  readonly text: string;
}
