/** What `doctor` found out about one thing that Skyferry needs. */
export interface Diagnosis {
  /** A word or two. */
  readonly name: string;
  /** `skipped`: not asked for, or not needed here. */
  readonly state: "ok" | "problem" | "skipped";
  /** What was seen; where it is a problem, also what to do. Holds no secret. */
  readonly text: string;
}
