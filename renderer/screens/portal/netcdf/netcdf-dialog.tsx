import { Button, Modal } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import type { Input, Output } from "#contract/methods.ts";
import { ProblemBox } from "#renderer/components/problem.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { useFocusBack } from "#renderer/components/use-focus-back.ts";
import { askHost, useTransport } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import { largestLookBytes } from "./look.ts";
import styles from "./netcdf.module.css";
import { NetcdfOutlineView } from "./netcdf-outline.tsx";

interface NetcdfDialogProps {
  readonly input: Input<"netcdf.open">;
  readonly title: string;
  /** The portal's id of the variable to begin with. */
  readonly variableId?: string;
  readonly onClose: () => void;
}

type Opened = Output<"netcdf.open">;

type Look =
  | { readonly kind: "opening" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "open"; readonly file: Opened };

/** A look inside a NetCDF file: dimensions, variables, attributes and quick plots. */
export function NetcdfDialog({ input, title, variableId = "", onClose }: NetcdfDialogProps) {
  useFocusBack();
  const transport = useTransport();
  const [look, setLook] = useState<Look>({ kind: "opening" });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round opens it again
  useEffect(() => {
    let isOver = false;
    let token: string | null = null;
    const close = (opened: string) => void transport.call("netcdf.close", { token: opened });
    setLook({ kind: "opening" });
    askHost(transport, "netcdf.open", JSON.parse(key)).then(
      (file) => {
        if (isOver) return close(file.token);
        token = file.token;
        setLook({ kind: "open", file });
      },
      (error: Error) => {
        if (!isOver) setLook({ kind: "failed", message: error.message });
      },
    );
    return () => {
      isOver = true;
      if (token !== null) close(token);
    };
  }, [transport, key, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return (
    <Modal opened onClose={onClose} size="95vw" title={say("Inside {title}", { title })}>
      <div className={`${styles.dialog} fills`}>
        {look.kind === "opening" ? (
          <>
            <p className="muted">{portalText.downloadingToOpen}</p>
            <SkeletonRows rows={10} />
          </>
        ) : look.kind === "failed" ? (
          <ProblemBox
            title={portalText.fileCannotBeOpened}
            message={look.message}
            action={
              <Button variant="default" onClick={again}>
                {say("Try again")}
              </Button>
            }
          />
        ) : (
          <NetcdfOutlineView file={look.file} variableId={variableId} onLost={again} />
        )}
      </div>
      <p className={`${styles.foot} text-small muted`}>
        {look.kind === "open" ? `${look.file.format}, ${bytesText(look.file.size)}. ` : ""}
        {portalText.openLimitHelp(bytesText(largestLookBytes))}
      </p>
    </Modal>
  );
}
