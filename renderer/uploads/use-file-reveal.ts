import { notifications } from "@mantine/notifications";
import { say } from "#base/say.ts";
import { placeOfFile } from "#domain/added-files.ts";
import { copyText } from "#renderer/components/copy-text.ts";
import type { IconName } from "#renderer/components/icon.tsx";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import type { UploadRow } from "#renderer/text/states.ts";
import { writtenPath } from "./file-path.ts";

interface FileReveal {
  /** Absolute; null while the folder of its instrument is not known. */
  readonly path: string | null;
  readonly label: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Shows a file in its folder; where this host has no window for that, copies its path. */
export function useFileReveal({ instrument, path }: Pick<UploadRow, "instrument" | "path">): FileReveal {
  const { data: status } = useHostQuery("status", {});
  const { data: facts } = useHostQuery("shell.facts", {}, { staleMs: 60_000 });
  const reveal = useHostCall("shell.reveal", []);
  const folder = status?.instruments.find(({ name }) => name === instrument)?.folder;
  const [top, below] = placeOfFile({ folder, dataFolder: facts?.dataFolder }, path);
  const whole = top === undefined ? null : writtenPath(top, below, facts?.platform ?? "");
  const tell = (message: string) => notifications.show({ message });
  if (facts?.canReveal === true)
    return {
      path: whole,
      label: commonText.showInFolder,
      icon: "folder",
      run: () => {
        if (whole !== null) reveal.mutateAsync({ path: whole }).catch(({ message }: Error) => tell(message));
      },
    };
  return {
    path: whole,
    label: say("Copy path"),
    icon: "copy",
    run: () => {
      if (whole === null) return;
      void copyText(whole).then((isCopied) =>
        tell(isCopied ? commonText.pathCopied : commonText.copyingNotAllowed(whole)),
      );
    },
  };
}
