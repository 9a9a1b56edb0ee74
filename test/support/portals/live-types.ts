/** The type of every failure text of `/upload/*` on the live portal, although none is a web page. */
export const liveFailureType = "text/html; charset=utf-8";

/** Content-Type of an answer of `/upload/*` as the live portal sends it; null is none (docs/portal/observed.md §1). */
export function liveType(status: number, body: string): string | null {
  if (status < 400) return "text/plain; charset=utf-8";
  return body === "Unauthorized" || (status === 400 && body === "") ? null : liveFailureType;
}
