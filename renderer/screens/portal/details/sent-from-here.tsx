import { Link } from "react-router";
import { say } from "#base/say.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";

interface SentFromHereProps {
  readonly filename: string;
  readonly checksum: string | null;
}

/** The file of this station that is in a record; null for none, undefined while it is not known. */
export function useSentFromHere({ filename, checksum }: SentFromHereProps) {
  const { data } = useHostQuery("queue", { filter: { text: filename, states: ["delivered"] }, limit: 20 });
  if (data === undefined) return;
  // Files of two folders can have one name.
  return (
    data.uploads.find(({ receipt }) => receipt?.checksum === checksum) ??
    data.uploads.find(({ receipt }) => receipt?.recordFilename === filename) ??
    null
  );
}

/** The same as a link to it. */
export function SentFromHere(props: SentFromHereProps) {
  const own = useSentFromHere(props);
  if (own === undefined) return null;
  if (own === null) return <span className="muted">{say("No")}</span>;
  return (
    <Link to={`/files?upload=${own.id}`}>
      <span title={own.path}>{filesText.showInFiles}</span>
    </Link>
  );
}
