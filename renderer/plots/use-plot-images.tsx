import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Transport } from "#contract/transport.ts";
import { askHost, HostError, useTransport } from "#renderer/store/host.tsx";
import { PlotGround } from "./plot-ground.tsx";
import { createPlotImages, type PlotImage, type PlotImages } from "./plot-images.ts";

/** Pictures that are kept after they were scrolled away. */
const mostIdle = 24;

const ImagesContext = createContext<PlotImages | null>(null);

/** Pictures that outlive their wall, so that who comes back to it asks for none again. */
let kept: { readonly transport: Transport; readonly round: string; readonly images: PlotImages } | null =
  null;

function keptImages(transport: Transport, round: string): PlotImages {
  if (kept?.transport === transport && kept.round === round) return kept.images;
  kept?.images.clear();
  kept = { transport, round, images: imagesOf(transport) };
  return kept.images;
}

interface PlotImageKeeperProps {
  readonly children: ReactNode;
  /** They are kept beyond this wall, and asked for again when this word changes. */
  readonly round?: string;
}

/** Keeps the pictures of one wall; they go with it. */
export function PlotImageKeeper({ children, round }: PlotImageKeeperProps) {
  const transport = useTransport();
  const [own] = useState(() => (round === undefined ? imagesOf(transport) : null));
  const images = own ?? keptImages(transport, round ?? "");
  useEffect(() => () => own?.clear(), [own]);
  return (
    <ImagesContext.Provider value={images}>
      <PlotGround />
      {children}
    </ImagesContext.Provider>
  );
}

function imagesOf(transport: Transport): PlotImages {
  return createPlotImages(
    {
      load: (s3key) =>
        askHost(transport, "portal.image", { s3key }).catch((error: Error) => ({
          message: error.message,
          isMissing: error instanceof HostError && error.code === "portal-refused",
        })),
      open: (base64) => URL.createObjectURL(new Blob([bytesOf(base64)], { type: "image/png" })),
      revoke: (url) => URL.revokeObjectURL(url),
    },
    mostIdle,
  );
}

/** A picture while `isWanted`; null while it is on its way. `round` asks again for one that failed. */
export function usePlotImage(s3key: string, isWanted: boolean, round: number): PlotImage | null {
  const images = useContext(ImagesContext);
  if (images === null) throw new Error("no plot images: the plot is not inside PlotImageKeeper");
  const [state, setState] = useState<{ readonly of: string; readonly image: PlotImage } | null>(null);
  const of = `${round} ${s3key}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void images.take(s3key).then((image) => {
      if (!isOver) setState({ of, image });
    });
    return () => {
      isOver = true;
      setState(null);
      images.release(s3key);
    };
  }, [images, s3key, isWanted, round]);
  return state?.of === of ? state.image : null;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
