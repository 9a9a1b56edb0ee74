import { Button } from "@mantine/core";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { DownloadButton } from "#renderer/screens/portal/downloads/download-button.tsx";
import { curlOfFile, recordAddress } from "#renderer/screens/portal/filter/api-query.ts";
import type { ResultRow } from "#renderer/screens/portal/list/rows.ts";
import { loadNetcdfDialog } from "#renderer/screens/portal/netcdf/load-dialog.ts";
import { largestLookBytes, looksLikeNetcdf, openInput } from "#renderer/screens/portal/netcdf/look.ts";
import { ScriptsMenu } from "#renderer/screens/portal/scripts-menu.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useAddress } from "#renderer/store/use-address.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";

/** Actions for one file. */
export function RecordActions({ row }: { readonly row: ResultRow }) {
  const { data: portal } = useHostQuery("portal.address", {}, { staleMs: 60_000 });
  const [address, , setWords] = useAddress();
  const variableId = address.get("inside");
  const onClose = () => setWords({ inside: null });
  const isTooLarge = row.size > largestLookBytes;
  return (
    <div className={`${styles.actions} wraps`}>
      <DownloadButton rows={[row]} />
      {looksLikeNetcdf(row) ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="zoom" size={14} />}
          disabled={isTooLarge}
          title={
            isTooLarge ? portalText.tooLargeToOpen(bytesText(largestLookBytes)) : portalText.lookInsideHelp
          }
          onClick={() => setWords({ inside: "" })}
        >
          {say("Look inside")}
        </Button>
      ) : null}
      <ScriptsMenu
        items={[
          { label: say("API query"), text: portal?.url == null ? null : recordAddress(portal.url, row) },
          { label: "curl", text: curlOfFile(row.record.file.downloadUrl) },
          { label: "uuid", text: row.uuid },
        ]}
      />
      {variableId === null || isTooLarge ? null : (
        <LaterPart
          load={loadNetcdfDialog}
          props={{ input: openInput(row), title: row.filename, variableId, onClose }}
          onFailed={onClose}
        />
      )}
    </div>
  );
}
