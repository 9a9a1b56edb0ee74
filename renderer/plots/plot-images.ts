/** A picture for an `img` element. */
export type PlotImage =
  | { readonly kind: "here"; readonly url: string }
  | {
      readonly kind: "failed";
      readonly message: string;
      /** The portal does not have it, and asking again does not help. */
      readonly isMissing: boolean;
    };

interface PlotImageSource {
  /** Fetches a picture by its `s3key`; never rejects. */
  readonly load: (
    s3key: string,
  ) => Promise<{ readonly base64: string } | { readonly message: string; readonly isMissing: boolean }>;
  /** Makes an address of bytes. */
  readonly open: (base64: string) => string;
  readonly revoke: (url: string) => void;
}

export interface PlotImages {
  /** Every call needs its own `release`. */
  readonly take: (s3key: string) => Promise<PlotImage>;
  readonly release: (s3key: string) => void;
  /** Lets go of everything, also of what is in use or on its way. */
  readonly clear: () => void;
}

interface Held {
  users: number;
  image: Promise<PlotImage>;
  url: string | null;
}

const mostAtOnce = 4;

/**
 * Pictures that are in view, and at most `mostIdle` that were: memory stays bounded however long the wall is. A picture
 * that failed is asked for again the next time.
 */
export function createPlotImages(source: PlotImageSource, mostIdle: number): PlotImages {
  /** In the order of their last use: the first was idle longest. */
  const held = new Map<string, Held>();
  const queue: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  const drop = (s3key: string, picture: Held) => {
    held.delete(s3key);
    if (picture.url !== null) source.revoke(picture.url);
    picture.url = null;
  };
  const trim = () => {
    const idle = [...held].filter(([, picture]) => picture.users === 0);
    for (const [s3key, picture] of idle.slice(0, Math.max(0, idle.length - mostIdle))) drop(s3key, picture);
  };
  const fetchPicture = async (s3key: string, picture: Held): Promise<PlotImage> => {
    // Scrolled away before its turn came: nobody looks at it, unless somebody came back meanwhile.
    const answer = await inTurn(async () => (picture.users === 0 ? null : await source.load(s3key)));
    if (answer === null && picture.users > 0) return await fetchPicture(s3key, picture);
    if (answer === null || "message" in answer) {
      if (held.get(s3key) === picture) held.delete(s3key);
      return { kind: "failed", message: answer?.message ?? "", isMissing: answer?.isMissing ?? false };
    }
    const url = source.open(answer.base64);
    picture.url = url;
    if (held.get(s3key) !== picture) source.revoke(url);
    return { kind: "here", url };
  };

  return {
    take(s3key) {
      const before = held.get(s3key);
      if (before !== undefined) {
        before.users += 1;
        held.delete(s3key);
        held.set(s3key, before);
        return before.image;
      }
      const picture: Held = {
        users: 1,
        image: Promise.resolve({ kind: "failed", message: "", isMissing: false }),
        url: null,
      };
      held.set(s3key, picture);
      picture.image = fetchPicture(s3key, picture);
      return picture.image;
    },
    release(s3key) {
      const picture = held.get(s3key);
      if (picture === undefined) return;
      picture.users = Math.max(0, picture.users - 1);
      trim();
    },
    clear() {
      for (const [s3key, picture] of [...held]) drop(s3key, picture);
    },
  };
}
