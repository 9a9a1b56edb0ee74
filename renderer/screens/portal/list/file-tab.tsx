import { SegmentedControl } from "@mantine/core";
import { useSearchParams } from "react-router";
import { say } from "#base/say.ts";
import { usePortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { portalText } from "#renderer/text/portal.ts";
import { FileList } from "./file-list.tsx";
import type { FileListing } from "./use-result-rows.ts";

type FileTabId = "files" | "model-files" | "raw-files";

/** Product files, model files, or raw files of instruments or of models. */
export function FileTab({ tab }: { readonly tab: FileTabId }) {
  const [address] = useSearchParams();
  const listing = listingOf(tab, address.get("raw"));
  const view = usePortalView(listing);
  const kind =
    tab === "raw-files" ? (
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={portalText.rawFilesOf}
        value={listing === "rawModelFiles" ? "model" : "instrument"}
        onChange={(of) => view.setWord("raw", of === "model" ? "model" : null)}
        data={[
          { value: "instrument", label: say("Instruments") },
          { value: "model", label: say("Models") },
        ]}
      />
    ) : null;
  return <FileList listing={listing} view={view} kind={kind} />;
}

function listingOf(tab: FileTabId, raw: string | null): FileListing {
  if (tab === "files") return "files";
  if (tab === "model-files") return "modelFiles";
  return raw === "model" ? "rawModelFiles" : "rawFiles";
}
