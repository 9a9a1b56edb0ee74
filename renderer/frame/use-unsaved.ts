import { useEffect } from "react";
import { isSame } from "#renderer/settings-form/settings-document.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { type DraftPlace, useSettingsDraft } from "#renderer/store/settings-draft.ts";
import { pageHost } from "#renderer/transport/ipc-transport.ts";

/** True while a draft of this place says something else than the file. A draft that says the same is dropped. */
export function useUnsaved(place: DraftPlace): boolean {
  const [draft, change] = useSettingsDraft(place);
  const { data: saved } = useHostQuery("settings.read", {}, { enabled: draft !== null });
  const hasSecret = draft?.secret !== null;
  const isDone =
    draft !== null && !hasSecret && saved !== undefined && isSame(draft.document, saved.document);
  useEffect(() => {
    if (isDone) change(() => null);
  }, [isDone, change]);
  const isSaved = draft !== null && !hasSecret && draft.saved !== null && isSame(draft.document, draft.saved);
  return draft !== null && !isDone && !isSaved;
}

/**
 * Lets the browser ask before it throws away what is not saved. The desktop's window keeps its page when it is closed,
 * and would be held at its page without a question.
 */
export function useAskBeforeLeaving(): void {
  const isUnsaved = [useUnsaved("settings"), useUnsaved("setup")].includes(true);
  useEffect(() => {
    if (!isUnsaved || pageHost(window) === "window") return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isUnsaved]);
}
