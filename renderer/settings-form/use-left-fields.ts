import { type FocusEvent, useState } from "react";

/**
 * Problems of a new entry are said of a field that was left, and of all once the form was left: somebody who still
 * types has done nothing wrong. Fields are known by their `name`.
 */
export function useLeftFields(isFresh: boolean) {
  const [left, setLeft] = useState<ReadonlySet<string> | "all">(isFresh ? new Set<string>() : "all");
  const onBlur = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) => {
    // Another window has the focus, such as the one that an address is copied from.
    if (target === document.activeElement || left === "all") return;
    // A dialog that the form opened, such as the choice of a folder, belongs to it; what is left there comes here, too.
    if (!currentTarget.contains(target) || relatedTarget?.closest('[role="dialog"]')) return;
    if (!currentTarget.contains(relatedTarget)) setLeft("all");
    else if (target instanceof HTMLInputElement) setLeft(new Set([...left, target.name]));
  };
  return {
    onBlur,
    isLeft: (name: string) => left === "all" || left.has(name),
    leaveAll: () => setLeft("all"),
  };
}
